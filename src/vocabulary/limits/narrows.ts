/** Limits of what is looked for among messages. */
import { type Limit, limit, refused400, valuesOf } from './limit.ts';

export const narrowLimits = {
  narrowTermsMax: limit(100, 'terms of a narrow', 'each costs a look-up or a scan', refused400),
  narrowOperandLengthMax: limit(10_000, 'characters of an operand', 'a search may quote a whole message', refused400),
  searchedWordsMax: limit(
    2000,
    'words that the searches of a narrow look for together',
    'as many as a message has; each is looked for in thousands of messages',
    '400 `BAD_REQUEST`',
  ),
  searchedPhrasesMax: limit(
    50,
    'phrases in quotation marks that the searches of a narrow look for together',
    'each of them may be looked for through all of each message',
    '400 `BAD_REQUEST`',
  ),
  wordsInIndexMax: limit(
    20,
    'words of a narrow for which the index is read, the longest',
    'the messages with twenty of the words are few, and each read is a look-up',
    'the others are looked for in the messages that have these',
  ),
  lookedAtPerRequest: limit(
    10_000,
    'messages that a listing looks at and that count as one request more',
    'a narrow that hardly anything matches looks through all that was ever said, some ten microseconds each',
    'the rate limit comes sooner',
  ),
  comparedPerRequest: limit(
    5,
    'versions of a history that are compared with the one before, and that count as one request more',
    'to compare long texts takes up to forty milliseconds, of a thread that renders texts for everybody',
    'the rate limit comes sooner',
  ),
  searchesOfUserAtOnceMax: limit(
    4,
    'listings of messages, and histories of one, that are made at once for a user and the bots that they own',
    'each may go on for seconds, and all of them take turns with what others do',
    'the others wait',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  narrowTermsMax,
  narrowOperandLengthMax,
  searchedWordsMax,
  searchedPhrasesMax,
  wordsInIndexMax,
  lookedAtPerRequest,
  comparedPerRequest,
  searchesOfUserAtOnceMax,
} = valuesOf(narrowLimits);
