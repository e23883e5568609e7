/** Limits of push sinks. */
import { kib, type Limit, limit, refusedBadRequest, valuesOf } from './limit.ts';

export const sinkLimits = {
  sinksMax: limit(5, 'push sinks of an organization', 'each is sent the whole trail', refusedBadRequest),
  sinkBatchEventsMax: limit(
    200,
    'events in one request to a push sink',
    'their ids are one event of the log',
    'the others follow in the next request',
  ),
  sinkBatchBytesMax: limit(
    512 * kib,
    'bytes in one request to a push sink, but for one event alone that is longer',
    'receivers bound what they read',
    'the others follow in the next request',
  ),
  sinkAnswerMsMax: limit(
    20_000,
    'milliseconds until a push sink has answered wholly',
    'others wait for their turn',
    'the request counts as failed, and is sent again',
  ),
  sinkAnswerBytesMax: limit(
    64 * kib,
    'bytes of the answer of a push sink',
    'only its status counts',
    'the rest is not read',
  ),
  sinkRestSecsMin: limit(
    1,
    'seconds until a request to a push sink is sent again after the first failure',
    'a receiver that is being restarted is back soon',
    'each further failure doubles it',
  ),
  sinkRestSecsMax: limit(
    300,
    'seconds until a request to a push sink is sent again, however often it failed',
    'a receiver that is back is not left waiting',
    'it is sent again',
  ),
  sinksSentAtOnceMax: limit(
    16,
    'requests to push sinks under way at the same time, of all organizations',
    'each holds a batch in memory',
    'the others wait for their turn',
  ),
  sinkErrorLengthMax: limit(
    200,
    'characters of the last error of a push sink',
    'it is stored with each failure',
    'the rest is left out',
  ),
  sinkLagMax: limit(
    100,
    'events that are counted as not yet taken by a push sink',
    'each is looked up',
    'the count stays there',
  ),
  sinkRecentEventsMax: limit(
    16_384,
    'newest events in memory for push sinks, of all organizations',
    'sinks that keep up are sent them without another read',
    'the log is read for whoever is further behind',
  ),
  sinkRecentTextLengthMax: limit(
    16 * kib * kib,
    'characters of messages among these',
    'they are held for each process',
    'the log is read for whoever is further behind',
  ),
  sinkProgressKeptMax: limit(
    16,
    'events in the log that say how far one push sink is',
    'only the newest matters',
    'the earlier ones are removed',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  sinksMax,
  sinkBatchEventsMax,
  sinkBatchBytesMax,
  sinkAnswerMsMax,
  sinkAnswerBytesMax,
  sinkRestSecsMin,
  sinkRestSecsMax,
  sinksSentAtOnceMax,
  sinkErrorLengthMax,
  sinkLagMax,
  sinkRecentEventsMax,
  sinkRecentTextLengthMax,
  sinkProgressKeptMax,
} = valuesOf(sinkLimits);
