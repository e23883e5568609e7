/** Limits of erasures. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const erasureLimits = {
  erasedPartMax: limit(
    500,
    'messages that an erasure names, and that one event erases',
    'an event is bounded; an erasure of a user or a stream is as many parts as it needs',
    refused400,
  ),
  personChangesMax: limit(
    4_000,
    'changes of the name, avatar, time zone and profile of a person, or a bot',
    'one event names all of them when the person is erased',
    refusedBadRequest,
  ),
  wordsEventsMax: limit(
    1_000,
    'events of a log stream of what a user says of themselves: statuses and alert words',
    'one event names all of them that it erases',
    'a further log stream begins',
  ),
  erasuresUnderWayMax: limit(
    100,
    'erasures of an organization that are not completed',
    'they stay in memory',
    refusedBadRequest,
  ),
  retentionRunMax: limit(
    50_000,
    'messages that a retention run erases',
    'exports for review wait for it; what is left goes with the next run',
    'the next run, within a minute',
  ),
  erasureBasisLengthMax: limit(500, 'characters of the legal basis of an erasure', 'it is read by people', refused400),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  erasedPartMax,
  personChangesMax,
  wordsEventsMax,
  erasuresUnderWayMax,
  retentionRunMax,
  erasureBasisLengthMax,
} = valuesOf(erasureLimits);
