import { type Limit, limit, mib, refused400 } from './limit.ts';

const idleQueueEnds = "the caller's idle queue that was polled longest ago ends; if none is idle, 400 `BAD_REQUEST`";

export const queueLimits = {
  queuesPerUserMax: limit(
    4_000,
    'event queues of a user and the bots that they made',
    'some users have one for each tab and bot; each takes half a kilobyte of memory',
    idleQueueEnds,
  ),
  queueOptionsBytesPerUserMax: limit(
    2 * mib,
    'bytes of the options of all event queues of a user and the bots that they made',
    'options stay in memory; ordinary ones have 200 bytes',
    idleQueueEnds,
  ),
  queuesPerOrganizationMax: limit(
    100_000,
    'event queues of an organization',
    'enough for ten thousand people with ten clients each',
    idleQueueEnds,
  ),
  queueOptionsBytesPerOrganizationMax: limit(
    64 * mib,
    'bytes of the options of all event queues of an organization',
    'options stay in memory',
    idleQueueEnds,
  ),
  queueInUseSecs: limit(
    120,
    'seconds after its last poll for which an event queue is in use',
    'clients poll again after each heartbeat, which comes after at most 85 seconds',
    'the queue is idle, and may end in favour of a new one of its user',
  ),
  queueLifespanSecsMax: limit(
    7 * 24 * 60 * 60,
    'seconds that an event queue may live without a poll',
    "the API's limit",
    'the queue gets this lifespan',
  ),
  queueLifespanSecsDefault: limit(
    600,
    'seconds that an event queue lives without a poll if its client names no lifespan',
    'clients poll at least every minute or so',
    'the queue expires',
  ),
  eventTypesMax: limit(200, 'event types that a registration names', 'there are fewer types', refused400),
  eventTypeLengthMax: limit(
    60,
    'characters of an event type that a registration names',
    'no type is longer',
    refused400,
  ),
  queueNarrowTermsMax: limit(
    20,
    'terms of the narrow of an event queue',
    'every message is compared with each of them',
    refused400,
  ),
  feedLookedAtPerPoll: limit(
    5_000,
    'stored client events that a poll looks at and that together count as one more poll',
    'looking at this many takes some twenty milliseconds; a client may ask again and again for what it had a week ago',
    'the poll counts as several against the rate limit, and waits for its next turn',
  ),
  queueNarrowOperandLengthMax: limit(
    254,
    'characters of an operand in the narrow of an event queue',
    'an e-mail address is the longest operand',
    refused400,
  ),
} as const satisfies Readonly<Record<string, Limit>>;
