/** Limits of what users mark for themselves: read, starred and collapsed messages, and alert words. */
import { type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const markLimits = {
  alertWordsMax: limit(
    100,
    'alert words of a user',
    'each event about them has all of them; every message is compared with the words of all users',
    refusedBadRequest,
  ),
  alertWordLengthMax: limit(100, 'code points of an alert word', "the API's limit", refused400),
  alertWordsPerRequestMax: limit(
    1_000,
    'alert words that one request adds or removes',
    "each is compared with the user's alert words",
    refused400,
  ),
  alertLookupsMax: limit(
    20_000,
    'look-ups of alert words in one message',
    'an ordinary message needs some hundreds; more would hold up other requests',
    'the rest of the message alerts nobody',
  ),
  flaggedMax: limit(
    10_000,
    'messages that a user has starred, and as many that they have collapsed',
    'a registration returns the starred ones',
    refusedBadRequest,
  ),
  readSpansMax: limit(
    5_000,
    'ranges of read messages of a user in one stream, or in all private messages, with unread ones between them',
    'they are in one document, which is written again whenever the user reads something there',
    'the oldest unread messages count as read',
  ),
  unreadListedMax: limit(
    50_000,
    'newest unread messages that a registration lists, and that marking a stream or a topic as read covers',
    "the API's limit",
    'older ones are not listed, and marking a topic leaves them unread',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
