/** Limits of what users mark for themselves: what they have read or starred, and of what they want to be alerted. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const markLimits = {
  alertWordsMax: limit(
    100,
    'alert words of a user',
    'each event about them has all of them; every message is compared with those of everybody',
    refusedBadRequest,
  ),
  alertWordLengthMax: limit(100, 'code points of an alert word', "the API's limit", refused400),
  alertWordsPerRequestMax: limit(
    1_000,
    'words that one request adds or removes',
    'each is compared with those that there are',
    refused400,
  ),
  alertLookupsMax: limit(
    20_000,
    'look-ups of alert words for a message',
    'an ordinary message has some hundreds; more of them would hold up everybody',
    'the rest of the message alerts nobody',
  ),
  flaggedMax: limit(
    10_000,
    'messages that a user has starred, and as many collapsed',
    'a registration returns the starred ones',
    refusedBadRequest,
  ),
  readSpansMax: limit(
    5_000,
    'stretches of a stream, or of private messages, that a user has read, with unread messages between them',
    'they are one document, which is written anew whenever the user reads something there',
    'the oldest unread messages count as read',
  ),
  unreadListedMax: limit(
    50_000,
    'unread messages that a registration lists, the newest, and that marking a stream or a topic as read names',
    "the API's limit",
    'older ones are not listed; marking a topic leaves them unread',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  alertWordsMax,
  alertWordLengthMax,
  alertWordsPerRequestMax,
  alertLookupsMax,
  flaggedMax,
  readSpansMax,
  unreadListedMax,
} = valuesOf(markLimits);
