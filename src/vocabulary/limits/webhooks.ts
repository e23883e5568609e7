/** Limits of webhooks, outgoing and incoming. */
import { kib, type Limit, limit } from './limit.ts';

export const webhookLimits = {
  outgoingCallsMax: limit(
    100,
    'messages that wait for the server of one bot',
    'a server that is so far behind does not catch up',
    "further ones are not sent to it, and the bot's owner is notified",
  ),
  outgoingCallsAtOnceMax: limit(
    128,
    "calls of bots' servers at the same time, over all organizations",
    'each holds a connection for up to ten seconds',
    'further ones wait; organizations take turns, and in each its users',
  ),
  outgoingCallAgeSecsMax: limit(
    600,
    "seconds for which a message waits for a bot's server",
    'after that nobody waits for an answer any more',
    'the message is not sent to it',
  ),
  botRestSecsMin: limit(
    30,
    "seconds until a bot's server that could not be reached is called again",
    'a restart takes less',
    'each further failure doubles the time',
  ),
  botRestSecsMax: limit(
    3600,
    "seconds until a bot's server that could not be reached is called again, however often it has failed",
    'its owner may repair it at any time',
    'the server is called again',
  ),
  botAnswerMsMax: limit(
    10_000,
    "milliseconds for the answer of a bot's server",
    'people wait for the answer',
    'the call counts as failed',
  ),
  botAnswerBytesMax: limit(
    128 * kib,
    "bytes of the answer of a bot's server",
    'a message has at most 10,000',
    'the bot sends nothing, and its owner is notified',
  ),
  interimAnswersMax: limit(
    10,
    "interim answers (status 100 to 199) of a bot's server or a push sink before its answer",
    'usual servers send at most one; a server that sends them without end takes all of the time of the process',
    'the call counts as failed',
  ),
  webhookPathLengthMax: limit(
    200,
    'characters of a path in the options of the `json` integration, or of a label in those of `alertmanager`',
    'each names one value of a payload',
    '400',
  ),
  webhookFieldsMax: limit(50, 'fields that the `json` integration shows', 'no readable message has more', '400'),
} as const satisfies Readonly<Record<string, Limit>>;
