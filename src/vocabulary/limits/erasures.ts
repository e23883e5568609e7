import { type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const erasureLimits = {
  erasedPartMax: limit(
    500,
    'messages that a request for erasure names, and that one event erases',
    'an event has a limited size; the erasure of a user or a stream has as many parts as it needs',
    refused400,
  ),
  personChangesMax: limit(
    4_000,
    'changes of the name, avatar, time zone and profile of a person or a bot',
    'the event that erases the person names all of them',
    refusedBadRequest,
  ),
  wordsEventsMax: limit(
    1_000,
    "events in one log stream of a user's statuses and alert words",
    'the event that erases the log stream names all of them',
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
    'messages that one retention run erases',
    'exports for review wait for the run',
    'the next run begins within a minute, and erases the rest',
  ),
  erasureBasisLengthMax: limit(500, 'characters of the legal basis of an erasure', 'it is read by people', refused400),
} as const satisfies Readonly<Record<string, Limit>>;
