import { countsAsSeveral, kib, type Limit, limit, mib, refused400, refusedBadRequest } from './limit.ts';

const nameCut = 'the name is cut, and keeps its extension';

export const fileLimits = {
  filesPerUserMax: limit(
    5_000,
    'uploaded files of a user and their bots',
    '`GET /attachments` returns all of them',
    refusedBadRequest,
  ),
  filesMax: limit(
    200_000,
    'uploaded files of an organization',
    'each takes some 400 bytes of memory',
    refusedBadRequest,
  ),
  avatarMibMax: limit(5, 'MiB of an avatar', "the API's limit", refused400),
  emojiMibMax: limit(5, 'MiB of the image of an emoji', "the API's limit", refused400),
  avatarPixelsMax: limit(
    25_000_000,
    'pixels of an avatar, or of the image of an emoji',
    'browsers take four bytes of memory for each, for everybody to whom it is shown',
    '400 `BAD_IMAGE`',
  ),
  shownPixelsMax: limit(
    100_000_000,
    'pixels of an uploaded image that is shown inline',
    'browsers take four bytes of memory for each; no ordinary camera makes more',
    'it is served for download, as `application/octet-stream`',
  ),
  emojiPerUserMax: limit(
    100,
    'custom emoji of a member who is not an administrator, deactivated ones included',
    'one member cannot use up the emoji of the organization',
    refusedBadRequest,
  ),
  fileNameLengthMax: limit(
    100,
    'code points of the name of an uploaded file',
    'the name is part of a URL, where each may take twelve characters',
    nameCut,
  ),
  fileNameBytesMax: limit(255, 'bytes of the name of an uploaded file', 'file systems accept no longer names', nameCut),
  sharedFilesPerMessageMax: limit(
    25,
    'uploaded files that a message shares with its readers',
    "each causes an event for the file's owner",
    'the message links further files without sharing them',
  ),
  sharingMessagesPerFileMax: limit(
    1_000,
    'messages that share an uploaded file',
    'each may have to be checked when somebody opens the file',
    'further messages link the file without sharing it',
  ),
  sharingMessagesShownMax: limit(
    20,
    'newest messages that an attachment lists',
    'each event about the attachment repeats them',
    'older ones are not listed',
  ),
  uploadBytesPerRequest: limit(
    mib,
    'bytes of an uploaded file that together count as one more request',
    'the bytes are written to the disk and read again',
    countsAsSeveral,
  ),
  uploadsAtOnceMax: limit(
    4,
    'uploads of a user, with their bots, at the same time',
    'the quota is checked before and after an upload, but not while its bytes arrive',
    '429',
  ),
  transfersAtOnceMax: limit(
    500,
    'files that are sent and received at the same time, within `transferPercentMax`',
    'each holds a file or a connection to the bucket, and a piece of the file in memory',
    'further ones wait; organizations take turns, and in each its users and the network addresses of unknown callers',
  ),
  transferPercentMax: limit(
    5,
    'percent of the file descriptors of the process (`ulimit -n`) that files may take while they are sent and received',
    'the connections of their clients take others',
    '`transfersAtOnceMax` applies',
  ),
  transferWaitSecsMax: limit(
    2,
    'seconds after which a file that waits to be sent or received, and every further time as long, makes room for one',
    'clients that read slowly must not keep others from their files',
    'the oldest of the user with the most, in the organization with the most, is cut off',
  ),
  transfersWaitingMax: limit(
    1000,
    'files that wait to be sent or received',
    'each takes some kilobytes of memory',
    '503 with `Retry-After` for the newest request of the user with the most waiting ones, in the organization with the most',
  ),
  keptFreeByUploadsBytes: limit(
    256 * mib,
    'bytes that uploads leave free on the disk',
    'messages can still be sent when uploads have filled the disk',
    '503: the disk of the service is full, and nothing was written',
  ),
  bucketAnswerBytesMax: limit(
    4 * mib,
    'bytes of an answer of the service of a bucket, other than those of a file',
    'a list of a thousand keys has less than half a megabyte, and is read into memory',
    'the rest is not read, and the service counts as out of reach',
  ),
  bucketAnswerSecsMax: limit(
    30,
    'seconds until the service of a bucket begins to answer, and as many until the answer is complete, both in addition to `bucketBytesPerSecMin`',
    'a removal or an upload waits for it',
    'the service counts as out of reach; a file that is being read is cut off',
  ),
  bucketBytesPerSecMin: limit(
    64 * kib,
    'bytes of a file that the service of a bucket takes or sends for each second beyond `bucketAnswerSecsMax`; while the reader of a file does not read, no time counts',
    'a slow connection is faster',
    'the service counts as out of reach; a file that is being read is cut off',
  ),
  fileUrlSecs: limit(60, 'seconds for which a temporary address of a file can be used', "the API's limit", '404'),
} as const satisfies Readonly<Record<string, Limit>>;
