import { kib, type Limit, limit, refusedBadRequest } from './limit.ts';

export const sinkLimits = {
  sinksMax: limit(5, 'push sinks of an organization', 'each is sent the whole trail', refusedBadRequest),
  sinkBatchEventsMax: limit(
    500,
    'events in one request to a push sink',
    'one event of the log records the ids of all of them',
    'the next request has the others',
  ),
  sinkBatchBytesMax: limit(
    512 * kib,
    'bytes in one request to a push sink, unless its only event is longer',
    'receivers limit what they read',
    'the next request has the other events',
  ),
  sinkAnswerMsMax: limit(
    20_000,
    'milliseconds for the whole answer of a push sink',
    'other push sinks wait for their turn',
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
    'seconds until a request to a push sink is sent again after its first failure',
    'a receiver that is being restarted is back soon',
    'each further failure doubles the time',
  ),
  sinkRestSecsMax: limit(
    300,
    'seconds until a request to a push sink is sent again, however often it has failed',
    'a receiver that works again should not wait long',
    'the request is sent again',
  ),
  sinksSentAtOnceMax: limit(
    16,
    'requests to push sinks at the same time, over all organizations',
    'each holds its events in memory',
    'further ones wait for their turn',
  ),
  sinkErrorLengthMax: limit(
    200,
    'characters of the last error of a push sink',
    'each failure is stored with it',
    'the rest is left out',
  ),
  sinkLagMax: limit(
    100,
    'events up to which the lag of a push sink is counted',
    'each event is looked up',
    'the lag is shown as this number',
  ),
  sinkRecentEventsMax: limit(
    16_384,
    'newest events in memory for the push sinks of all organizations',
    'push sinks that keep up get them without a read of the log',
    'the log is read for push sinks that are further behind',
  ),
  sinkRecentTextLengthMax: limit(
    16 * kib * kib,
    'characters of messages among the newest events in memory for push sinks',
    'each process has them in memory',
    'the log is read for push sinks that are further behind',
  ),
  sinkProgressKeptMax: limit(
    16,
    'events in the log that record the progress of one push sink',
    'only the newest matters',
    'the earlier ones are removed',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
