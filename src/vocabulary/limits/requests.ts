/** Limits of requests and of their answers. */
import { countsAsSeveral, kib, type Limit, limit, mib } from './limit.ts';

const byOffset = 'further ones are requested with `offset`';
const fromMemory = 'polls of clients that are almost up to date are answered from memory';
const eighthDropped = 'the oldest eighth is dropped, and is read from the read store when it is needed';
const linesCut = 'the client is disconnected, without the last line of the answer';

export const requestLimits = {
  anonymousBodyBytesMax: limit(
    16 * kib,
    'bytes of a body if no credentials are needed (elsewhere `VERBATIM_BODY_BYTES_MAX`)',
    'the caller is unknown, so that no rate limit counts the request',
    '413 `BODY_TOO_LARGE`',
  ),
  bodyBytesHeldMax: limit(
    32 * mib,
    'bytes of the bodies of all requests that have no answer yet, polls that wait included',
    'they stay in memory, where each byte may take several; ordinary bodies have less than a thousand',
    'the user with the most, in the organization with the most, loses the connection of the oldest such request',
  ),
  headerBytesHeldMin: limit(
    8 * kib,
    'bytes of the headers of a request up to which they do not count as bytes of its body',
    'ordinary headers have a thousand; long ones stay in memory for as long as a poll waits',
    '`bodyBytesHeldMax` applies to them, too',
  ),
  parametersMax: limit(
    100,
    'parameters of a query, a form or a JSON body',
    'no endpoint has more than forty; each part of a multipart form takes some twenty microseconds',
    '400 `BAD_REQUEST`',
  ),
  jsonDepthMax: limit(50, 'levels of nesting in a JSON text', 'no parameter or payload has as many', '400'),
  jsonNodesMax: limit(
    20_000,
    'values and names in one JSON text',
    'the largest payloads of integrations have some thousands; it also bounds the lists in all parameters',
    '400',
  ),
  listingMax: limit(5000, 'messages that one listing may ask for', "the API's limit", '400'),
  answerLengthMax: limit(
    4 * mib,
    'characters of the texts in one answer: messages in a listing, versions in a history',
    '5,000 ordinary messages have less than half of it',
    'the answer has fewer messages or versions, but at least one, and says that it has not found the end',
  ),
  listedChangesMax: limit(
    5,
    'newest changes of a message that a listing shows',
    'clients only show that it was edited or moved',
    'the history of the message has all changes',
  ),
  historyVersionsMax: limit(
    100,
    'versions in one answer of a message history',
    'each is compared with the previous one',
    byOffset,
  ),
  topicsListedMax: limit(
    1_000,
    'topics of a stream in one answer',
    'the newest message of each is read; few people look further back',
    byOffset,
  ),
  pollEventsMax: limit(
    1000,
    'events in the answer to a poll',
    'clients process an answer in one go',
    'the next poll returns the rest',
  ),
  pollLengthMax: limit(
    4 * mib,
    'characters of the events in the answer to a poll',
    'clients process an answer in one go',
    'the next poll returns the rest',
  ),
  ringEntriesMax: limit(16_384, 'newest client events of an organization in memory', fromMemory, eighthDropped),
  ringBytesMax: limit(
    64 * mib,
    'bytes of memory for the newest client events of an organization',
    fromMemory,
    eighthDropped,
  ),
  ringsBytesMax: limit(
    128 * mib,
    'bytes of memory for the newest client events of all organizations',
    fromMemory,
    eighthDropped,
  ),
  unreadBytesMax: limit(
    256 * mib,
    'bytes of answers that clients have not read',
    'they stay in memory; a registration with a hundred thousand users has 40 MiB',
    'the user with the most unread bytes, in the organization with the most, loses the connection with the oldest unread answer',
  ),
  longAnswersFrom: limit(
    1_000,
    'users and streams of an organization, together, from which on answers that list all of them wait for their turn',
    'an answer of a smaller organization takes at most a megabyte of memory',
    '`longAnswersAtOnceMax` and `longAnswersWaitingMax` apply',
  ),
  longAnswersAtOnceMax: limit(
    2,
    'answers with all users or streams of a large organization that are made at the same time',
    'with a hundred thousand users each takes a hundred megabytes of memory',
    'further ones wait; organizations take turns, and in each its users',
  ),
  longAnswersWaitingMax: limit(
    1_000,
    'answers with all users or streams of a large organization that wait to be made',
    'after a restart all clients register at the same time; a client that has left meanwhile costs nothing',
    '503 with `Retry-After` for the newest request of the user with the most waiting, in the organization with the most',
  ),
  linesIdleSecs: limit(
    60,
    'seconds that an answer of lines (NDJSON) waits for its client to read',
    'few such answers are open at a time, and each holds a place',
    linesCut,
  ),
  linesBytesPerSecMin: limit(
    64 * kib,
    'bytes that a client reads for each second that an answer of lines (NDJSON) waits for it, on average after the first minute',
    'a slow connection is faster; a client that reads a little now and then would hold the place for as long as it likes',
    linesCut,
  ),
  subscribersListedMax: limit(
    1_000_000,
    'subscribers in one answer, over all streams',
    'enough for forty streams to which all of 25,000 people are subscribed',
    'the last streams, whose lists do not fit, are without `subscribers`',
  ),
  subscribersPerRequest: limit(
    50_000,
    'subscribers in an answer that together count as one more request',
    'reading this many takes 50 milliseconds',
    countsAsSeveral,
  ),
  answerBytesPerRequest: limit(
    2 * mib,
    'bytes of an answer that together count as one more request',
    'making this many takes 50 milliseconds; ordinary answers have fewer',
    countsAsSeveral,
  ),
  compressedCharactersMin: limit(
    16 * kib,
    'characters from which on an answer is compressed',
    'a shorter answer fits into a few packets either way',
    'a shorter answer is sent uncompressed',
  ),
  acceptEncodingLengthMax: limit(
    1_000,
    'characters of an `Accept-Encoding` header that is read',
    'browsers send some thirty; every encoding that it names is compared with those that are offered',
    'the answer is sent uncompressed',
  ),
  compressionsAtOnceMax: limit(
    2,
    'answers that are compressed at the same time',
    'Node has four threads for such work, and the flushes of the event log need one',
    'further answers are sent uncompressed',
  ),
  wrongKeysPerMinuteMax: limit(
    60,
    'wrong credentials from one network address in a minute',
    'a whole office may share an address',
    '429 for credentials from there that have not been right before',
  ),
  signInFailuresMax: limit(
    5,
    'wrong passwords for one account in half an hour',
    'otherwise passwords could be guessed; keys still work meanwhile',
    '429 for every password of the account',
  ),
  signInFailureSecs: limit(
    1_800,
    'seconds for which a wrong password counts',
    "the API's limit",
    'the wrong password is forgotten',
  ),
  signInByProviderSecs: limit(
    600,
    'seconds that a sign-in by a provider may take',
    'people need time to find the telephone that shows their second factor',
    'the person begins again',
  ),
  signInsByProviderAtOnceMax: limit(
    32,
    'sign-ins that wait for the provider at the same time',
    'each holds a connection to the provider',
    '503 with `Retry-After`',
  ),
  providerAnswerSecsMax: limit(
    10,
    'seconds for the whole answer of the provider of single sign-on; a sign-in needs two or three',
    'people wait for the answer',
    '503: the provider counts as out of reach',
  ),
  providerAnswerBytesMax: limit(
    256 * kib,
    'bytes of an answer of the provider of single sign-on, uncompressed',
    'its description has some ten thousand, and what it says of a person rarely more',
    '503: the provider counts as out of reach',
  ),
  signInAccountsMax: limit(
    10_000,
    'accounts whose failed sign-ins a process counts in memory, in addition to the recorded ones',
    'addresses without an account are counted, too',
    'the account whose count began first is forgotten',
  ),
  passwordHashesAtOnceMax: limit(
    2,
    'passwords that are compared or hashed at the same time',
    'each takes one of four threads for a third of a second, and 32 MiB',
    'further ones wait',
  ),
  passwordHashesWaitingMax: limit(
    40,
    'passwords that wait to be compared or hashed',
    'people who wait longer than some seconds try again; organizations take turns, and in each its users and the network addresses of unknown callers',
    '503 with `Retry-After` for the newest request of the user with the most waiting ones, in the organization with the most',
  ),
  wrongKeyAddressesMax: limit(
    10_000,
    'network addresses whose wrong credentials are counted',
    'each takes some 200 bytes',
    'the address whose count began first is forgotten',
  ),
  checkedCharactersMax: limit(
    10 * mib,
    'characters of right credentials that are remembered',
    'each takes some 200: enough for 50,000 people and bots',
    'the oldest are forgotten, and are checked again',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
