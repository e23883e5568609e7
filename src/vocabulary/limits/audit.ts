/** Limits of what is put on record about those who look, and of who may. */
import { kib, type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const auditLimits = {
  auditorsMax: limit(100, 'auditors of an organization', 'a list returns all of them', refusedBadRequest),
  auditReasonLengthMax: limit(500, 'characters of a reason', 'it is read by people', refused400),
  accessBytesMax: limit(
    16 * kib,
    'bytes of the parameters of a privileged request, as JSON',
    'they are put on record whole',
    '400 `BAD_REQUEST`: they are too long to be put on record',
  ),
  auditRequestsKept: limit(
    1_000,
    'newest requests of the audit API with an `Idempotency-Key` that an organization remembers',
    'they stay in memory',
    'an older request that is sent again is taken for a new one',
  ),
  trailRecordsMax: limit(1_000, 'records of a page of the trail', 'they are read from the log one by one', refused400),
  trailActionsMax: limit(100, 'actions that one request names', 'there are not many more', refused400),
  searchedTopicsMax: limit(
    200,
    'topics in which a search of the trail finds its words',
    'each is looked for',
    'further topics are not looked for',
  ),
  searchedMessagesMax: limit(
    500,
    'newest messages in which a search of the trail finds its words',
    'each is looked for',
    'older messages are not looked for',
  ),
  pastsMax: limit(
    4,
    'moments of the past that the service keeps ready',
    'each is a process with read models of its own',
    'the one that was asked longest ago gives way; 503 where all are in use',
  ),
  pastsOfOrganizationMax: limit(
    2,
    'of those, moments of one organization',
    'others want to look, too',
    'the one that was asked longest ago gives way; 503 where both are in use',
  ),
  pastMemoryMib: limit(
    1_024,
    'MiB of memory that a moment of the past takes, without what the system keeps of its files',
    'the service needs the rest',
    'its process ends, and the request is answered with a 503',
  ),
  pastIdleSecs: limit(
    600,
    'seconds for which a moment of the past is kept after it was asked',
    'an auditor reads what was answered before asking on',
    'it is brought back anew',
  ),
  requestsPerPast: limit(
    5,
    'requests that one counts as for which a moment of the past is brought back',
    'history is folded for it, up to the moment',
    'the rate limit comes sooner',
  ),
  pastWaitSecs: limit(
    25,
    'seconds that a request waits for a moment of the past',
    'clients and proxies wait for 30 seconds at least',
    '503 with `Retry-After`: it goes on in the background',
  ),
  trailQueryLengthMax: limit(500, 'characters of a search', 'nobody types more', refused400),
  earlierQueuesMax: limit(
    200,
    'events that left the log before a message was sent, of each reader, among which event queues of then are looked for',
    'a queue that ended leaves the log, and its trail is looked through',
    'queues that were registered before these are not told of',
  ),
  countedEventsMax: limit(
    1_000_000,
    'events that one request counts',
    'counting takes time in proportion',
    'the answer says that it is not complete',
  ),
  countedStretchesMax: limit(400, 'stretches of time in which events are counted', 'a year by days', refused400),
  trailStreamsMax: limit(
    4,
    'answers of lines that a user of the audit API reads at the same time',
    'each goes on for as long as its client reads',
    '429',
  ),
  signInsRecordedPerHour: limit(
    60,
    'sign-ins of a user that are recorded in an hour',
    'who signs in over and over must not fill the log',
    'the last one says so, and further ones are not recorded',
  ),
  signInsRefusedRecordedPerHour: limit(
    600,
    'failed sign-ins of an organization that are recorded in an hour',
    'who guesses passwords from many addresses must not fill the log',
    'the last one says so, and further ones are not recorded',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
