/** Limits of files that people upload. */
import { type Limit, limit, mib, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const fileLimits = {
  filesPerUserMax: limit(
    5_000,
    'uploaded files of a user, with those of their bots',
    'GET /attachments returns all of them',
    refusedBadRequest,
  ),
  filesMax: limit(200_000, 'uploaded files of an organization', 'some 400 bytes in memory for each', refusedBadRequest),
  avatarMibMax: limit(5, 'MiB of an avatar', "the API's limit", refused400),
  emojiMibMax: limit(5, 'MiB of the image of an emoji', "the API's limit", refused400),
  emojiPerUserMax: limit(
    100,
    'custom emoji of a member who is no administrator, deactivated ones included',
    'nobody uses up those of the others',
    refusedBadRequest,
  ),
  fileNameLengthMax: limit(
    100,
    'code points of the name of an uploaded file',
    'it is part of an address, where each may take twelve characters',
    'it is cut, and keeps its extension',
  ),
  fileNameBytesMax: limit(255, 'bytes of the name of an uploaded file', 'what file systems accept', 'the same'),
  sharedFilesPerMessageMax: limit(
    25,
    'uploaded files that a message shares with its readers',
    "each is told to the file's owner by an event",
    'the message links further files without sharing them',
  ),
  sharingMessagesPerFileMax: limit(
    1_000,
    'messages that share an uploaded file',
    'who may read the file is asked of each',
    'further messages link the file without sharing it',
  ),
  sharingMessagesShownMax: limit(
    20,
    'messages that an attachment lists, the newest',
    'each event about the attachment repeats them',
    'further ones are not listed',
  ),
  uploadBytesPerRequest: limit(
    mib,
    'bytes of an uploaded file that count as a request',
    'they are written to the disk and read again',
    'an upload counts as several requests against the rate limit',
  ),
  uploadsAtOnceMax: limit(
    4,
    'uploads of a user that are being received',
    'the quota is looked at before an upload and after it',
    '429',
  ),
  keptFreeByUploadsBytes: limit(
    256 * mib,
    'bytes that uploads leave free on the disk',
    'messages can still be sent when uploads have filled the disk',
    '503: the disk of the service is full, and nothing was written',
  ),
  fileUrlSecs: limit(60, 'seconds for which a temporary address of a file can be used', "the API's limit", '404'),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  filesPerUserMax,
  filesMax,
  avatarMibMax,
  emojiMibMax,
  emojiPerUserMax,
  fileNameLengthMax,
  fileNameBytesMax,
  sharedFilesPerMessageMax,
  sharingMessagesPerFileMax,
  sharingMessagesShownMax,
  uploadBytesPerRequest,
  uploadsAtOnceMax,
  keptFreeByUploadsBytes,
  fileUrlSecs,
} = valuesOf(fileLimits);
