/** Limits of what people say, and of the HTML that it becomes. */
import { kib, type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

const escaped = 'the HTML is the escaped text';
const asText = 'what follows is shown as it was written';

export const textLimits = {
  contentBytesMax: limit(10_000, 'UTF-8 bytes of a message', "the API's limit", refused400),
  topicLengthMax: limit(60, 'code points of a topic', "the API's limit", refused400),
  localIdLengthMax: limit(
    128,
    'characters of a `local_id`',
    'the log stores it and the client gets it back',
    refused400,
  ),
  idempotencyKeyLengthMax: limit(
    255,
    'characters of an `Idempotency-Key`',
    'a UUID has 36; the log holds a hash of it',
    refused400,
  ),
  idempotencyKeySecs: limit(
    7 * 24 * 60 * 60,
    'seconds for which an `Idempotency-Key` is remembered',
    'a device may be without a network for days before it tries again',
    'the key is a new one',
  ),
  scheduledMessagesPerUserMax: limit(
    100,
    'messages that a person has scheduled, those of their bots included',
    'some for each day of a quarter; each of them waits in memory',
    refusedBadRequest,
  ),
  scheduledMessagesMax: limit(
    10_000,
    'scheduled messages of an organization',
    'all of them may be due at the same time',
    refusedBadRequest,
  ),
  scheduleAheadDaysMax: limit(366, 'days ahead for which a message is scheduled', 'a year from now', refusedBadRequest),
  recipientsMax: limit(200, 'recipients of a private message', 'each of them gets an event', refused400),
  clientNameLengthMax: limit(
    30,
    "characters of a client's name",
    'it is taken from the `User-Agent` and is no content',
    'it is cut',
  ),
  messageEditsMax: limit(
    1000,
    'changes of the content of a message',
    'once a second in the ten minutes for which its author may change it, and more; its deletion names each change, and must be one event',
    refusedBadRequest,
  ),
  emojiNameLengthMax: limit(
    100,
    'characters of the name and of the code of an emoji',
    'the longest name has half as many',
    refused400,
  ),
  reactionsPerMessageMax: limit(
    1000,
    'reactions to a message',
    'a listing shows each of them, with the name of who reacted',
    refusedBadRequest,
  ),
  reactionChangesMax: limit(
    3000,
    'reactions added to a message, and removed again',
    'all of them are read when the next one is decided',
    refusedBadRequest,
  ),
  reactionChangesPerUserMax: limit(
    100,
    'the same, by one person',
    'nobody takes away the reactions of others by changing their own',
    refusedBadRequest,
  ),
  topicMovePartMax: limit(
    500,
    'messages that one event of a move is about',
    'the read models absorb as many in some 50 milliseconds, and whatever others do comes between the events of a larger move',
    'the move is several events',
  ),
  mentionedByGroupsMax: limit(
    2_000,
    'users whom a message mentions by user groups',
    'the message names them, and each is notified',
    'further groups in the text notify nobody',
  ),
  mentionedPerRequest: limit(
    100,
    'users that a message mentions and that count as one request more',
    'each is an entry of an index, and a notification',
    'the rate limit comes sooner',
  ),
  botStorageBytesPerRequest: limit(
    16 * kib,
    'bytes that a bot stores and that count as one request more',
    'the log keeps all of them; so many are more than a message has',
    'the rate limit comes sooner',
  ),
  movedPerRequest: limit(
    100,
    'moved messages that count as a request against the rate limit',
    'moving a hundred messages costs about as much as a listing',
    'the request counts as more than one',
  ),
  flaggedPerRequest: limit(
    500,
    'messages whose flags are changed that count as a request against the rate limit',
    'changing the flags of so many costs about as much as a listing',
    'the request counts as more than one',
  ),
  unreadPerRequest: limit(
    1_000,
    'unread messages in a registration that count as a request against the rate limit',
    'listing so many costs about as much as a listing',
    'the request counts as more than one',
  ),
  topicDeletionPartMax: limit(
    100,
    'messages of a topic that are deleted before whatever others do comes between',
    'each is deleted in its own log stream, and the read models absorb a hundred in some 100 milliseconds',
    'the deletion goes on in parts',
  ),
  deletedPerRequest: limit(
    50,
    'deleted messages of a topic that count as a request against the rate limit',
    'a deletion is two or three writes to the disk',
    'the request counts as more than one',
  ),
  htmlBytesBase: limit(
    32 * kib,
    'bytes of HTML that any text may become',
    'ordinary markup takes a tenth of it; a table can multiply a text by twenty, a formula by several hundred',
    escaped,
  ),
  htmlBytesPerByte: limit(10, 'further bytes of HTML for each byte of the text', 'escaping multiplies by six', escaped),
  htmlBytesMax: limit(
    128 * kib,
    'bytes of HTML of a text',
    'an edit holds the HTML before and after it, and stays far below `eventBytesMax`',
    escaped,
  ),
  elementBytesBase: limit(
    32 * kib,
    'bytes that emoji, formulas and coloured code may take of any HTML',
    'some 300 emoji or ten long formulas, so that a text with many of them keeps its other markup',
    asText,
  ),
  elementBytesPerByte: limit(
    4,
    'further such bytes for each byte of the text',
    'long texts may hold more of them',
    asText,
  ),
  channelDescriptionHtmlBytesMax: limit(
    8 * kib,
    "bytes of a stream's rendered description",
    'a registration returns those of all streams; any description fits as escaped text',
    escaped,
  ),
  profileValueHtmlBytesMax: limit(
    4 * kib,
    'bytes of the HTML of a profile value',
    'a registration returns those of all users; any value fits as escaped text',
    escaped,
  ),
  tableCellsMax: limit(
    3000,
    'cells of a table',
    'short rows are filled up, so that ten thousand bytes could ask for sixty thousand cells',
    'the table is a paragraph',
  ),
  blockDepthMax: limit(20, 'nested quotes and lists', 'each level parses the lines again', 'the rest is one paragraph'),
  inlineDepthMax: limit(40, 'nested brackets of links', 'each level parses the text again', asText),
  wordLengthMax: limit(
    64,
    'characters of a word that is found by search',
    'no word of a language is longer',
    'it is cut',
  ),
  wordsMax: limit(
    2000,
    'words of a message that are found by search',
    'each is an entry of an index; a message of 10,000 bytes rarely has more',
    'further words are not found',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
