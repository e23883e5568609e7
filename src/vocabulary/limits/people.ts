/** Limits of users and bots: names, addresses, passwords, presence. */
import { countsAsSeveral, type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const peopleLimits = {
  statusTextLengthMax: limit(60, "code points of a user's status", "the API's limit", refused400),
  presenceKeptSecs: limit(
    70,
    'seconds in which the presence of a client is recorded once at most, unless the client becomes active',
    'clients send it every minute, so that every second one is recorded; other clients take a user for gone after 140 seconds',
    'a presence that comes earlier is not recorded',
  ),
  presenceNewsSecs: limit(
    140,
    'seconds since the last recorded presence of a client after which the next one is sent to everybody',
    'clients take a user for gone after this time; until then they learn of the presence when they ask',
    'everybody gets a `presence` event',
  ),
  presenceClientsMax: limit(
    10,
    'clients of one user whose presence is known',
    "the newest event of a user's presence names all of them",
    'the oldest is forgotten once it is older than `presenceKeptSecs`; until then a new one is not recorded',
  ),
  presenceListedSecs: limit(
    14 * 24 * 60 * 60,
    'seconds after their last presence for which a user is in the list of presences',
    'clients show who was there lately',
    'the user is not in the list',
  ),
  presencesListedMax: limit(
    5_000,
    'users in the list of presences',
    'each takes some 200 bytes, and every client requests the list every minute',
    'the users with the newest presence are in the list',
  ),
  ephemeralEventsMax: limit(
    16,
    "events of a user's presence that the log keeps, and as many of their typing",
    'only the newest is needed; a removal is a write, so that one follows only now and then',
    'the earlier events are removed together',
  ),
  fullNameLengthMin: limit(
    2,
    'code points that a full name has at least',
    'clients cannot complete a mention of a name with only one',
    refusedBadRequest,
  ),
  fullNameLengthMax: limit(100, 'code points of a full name', "the API's limit", refusedBadRequest),
  emailLengthMax: limit(
    254,
    'characters of an e-mail address',
    'the longest that mail servers accept (RFC 5321)',
    refusedBadRequest,
  ),
  usersMax: limit(
    100_000,
    'people and bots of an organization, counted when a person is added',
    'a registration returns all of them',
    refusedBadRequest,
  ),
  readdressedPerRequest: limit(
    500,
    'people with a changed shown address who together count as one more request',
    'everybody gets an event about each of them; this many take about as long as a listing of messages',
    countsAsSeveral,
  ),
  passwordLengthMin: limit(
    8,
    'code points that a password has at least',
    'enough, because the number of guesses is limited',
    '400: the password is too weak',
  ),
  passwordLengthMax: limit(256, 'characters of a new password', 'nobody types more', refused400),
  urlLengthMax: limit(2048, 'characters of a URL', 'what browsers and proxies accept', refused400),
  mutedTopicsMax: limit(
    5_000,
    'topics that a user has muted',
    'a registration, and each `muted_topics` event, has all of them',
    refusedBadRequest,
  ),
  botsPerOwnerMax: limit(
    100,
    'active bots of an owner',
    'all of them share the rate limit of their owner',
    refusedBadRequest,
  ),
  botsWithDefaultsMax: limit(
    400,
    'bots of an organization that have a default stream',
    'renaming a stream makes one event for each of them',
    refusedBadRequest,
  ),
  botsWithDefaultsPerOwnerMax: limit(
    20,
    'bots of one owner that have a default stream',
    'one owner cannot use up the number of the organization',
    refusedBadRequest,
  ),
  botsEverPerOwnerMax: limit(1_000, 'bots that a person ever made', 'accounts are kept for good', refusedBadRequest),
} as const satisfies Readonly<Record<string, Limit>>;
