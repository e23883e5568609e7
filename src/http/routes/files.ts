/** Uploaded files: POST /user_uploads, temporary addresses, and the caller's own attachments. */
import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { deleteFile } from '../../../commands/file/delete-file.ts';
import { uploadFile } from '../../../commands/file/upload-file.ts';
import { attachmentsOf } from '../../queries/attachments.ts';
import { readableFile } from '../../queries/file-access.ts';
import { FileId } from '../../vocabulary/ids.ts';
import { mib } from '../../vocabulary/limits/limit.ts';
import { pathIdOf } from '../../vocabulary/upload-path.ts';
import { Attachment } from '../../wire/attachment.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { fileName } from '../files/file-name.ts';
import { servedType } from '../files/file-type.ts';
import { severalFiles } from '../files/image-sent.ts';
import { fileNotFound } from '../files/serve-files.ts';
import { fileToken } from '../files/temporary-url.ts';
import { described } from '../openapi/described.ts';
import { pathId } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';

const noFile = { status: 400, msg: 'You must specify a file to upload' };
const tooLarge = { status: 400, msg: 'Uploaded file is larger than the allowed limit of 25 MiB' };

const postUpload = defineEndpoint({
  id: 'uploadFile',
  route: 'POST /user_uploads',
  summary: 'Upload a file',
  description:
    'Stores one file from a multipart form. A message that links its address shares it with everyone who can read the message. The field may have any name.',
  file: 'upload',
  response: z.object({ uri: z.string().describe('Its address on this server, for a link in a message') }),
  example: { uri: '/user_uploads/1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt' },
  commands: [uploadFile],
  errors: [noFile, severalFiles, tooLarge],
  async handle(call, services) {
    const { count, first: file } = call.files ?? { count: 0 };
    if (count > 1) throw new ProblemError(severalFiles);
    if (!file) throw new ProblemError(noFile);
    const { uploadQuotaUserMib, uploadQuotaMib } = services.config;
    const quota = { user: uploadQuotaUserMib * mib, organization: uploadQuotaMib * mib };
    const name = fileName(file.name);
    const folder = randomInt(256).toString(16);
    const token = randomBytes(18).toString('base64url');
    const input = {
      folder,
      token,
      name,
      type: await servedType(file),
      size: file.size,
      sha256: file.sha256,
      quota,
    };
    await services.contents.keep(call.realmId, file, () => services.run(uploadFile, input, call));
    return { uri: `/user_uploads/${pathIdOf(call.realmId, input)}` };
  },
});

const getTemporaryUrl = defineEndpoint({
  id: 'getFileTemporaryUrl',
  route: 'GET /user_uploads/:realm_id/:folder/:token/:filename',
  summary: 'Get a temporary address of a file',
  description: 'Returns an address at which the file can be read for one minute without authentication.',
  parameters: z.object({
    realm_id: described(z.string(), 'The part of the address after `/user_uploads/`.', '1'),
    folder: described(z.string(), 'The next part.', '4e'),
    token: described(z.string(), 'The next part.', 'm2A3MSqFnWRLUf9SaPzQ0Up_'),
    filename: described(z.string(), 'The name of the file.', 'notes.txt'),
  }),
  response: z.object({
    url: z.string().nullable().describe('Without scheme and host. Null under `Verbatim-As-Of` and `Verbatim-As-User`'),
  }),
  example: { url: '/user_uploads/temporary/5b2231/notes.txt' },
  errors: [fileNotFound],
  async handle({ realmId, userId, parameters }, { read, secrets, now, forAuditor }) {
    const { realm_id: realm, folder, token, filename } = parameters;
    const file = await read((view) => readableFile(view, realmId, userId, `${realm}/${folder}/${token}/${filename}`));
    if (!file) throw new ProblemError(fileNotFound);
    if (forAuditor) return { url: null };
    const signed = fileToken(secrets, realmId, file.pathId, now());
    return { url: `/user_uploads/temporary/${signed}/${encodeURIComponent(file.name)}` };
  },
});

const getAttachments = defineEndpoint({
  id: 'getAttachments',
  route: 'GET /attachments',
  summary: "List the caller's uploaded files",
  description: 'Returns all files that the caller uploaded, with the messages that share them.',
  response: z.object({
    attachments: z.array(Attachment),
    upload_space_used: z.int().describe('Bytes that the organization has stored'),
  }),
  example: {
    attachments: [
      {
        id: 1,
        name: 'notes.txt',
        path_id: '1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/notes.txt',
        size: 12,
        create_time: 1700000000000,
        messages: [{ id: 42, date_sent: 1700000001000 }],
      },
    ],
    upload_space_used: 12,
  },
  handle: ({ realmId, userId }, { read }) => read((view) => attachmentsOf(view, realmId, userId)),
});

const deleteAttachment = defineChange({
  id: 'deleteAttachment',
  route: 'DELETE /attachments/:attachment_id',
  summary: 'Delete an uploaded file',
  description: 'Deletes a file that the caller uploaded. Messages that link it are kept.',
  parameters: z.object({ attachment_id: described(pathId(FileId), 'The id of the attachment.', 1) }),
  commands: [deleteFile],
  handle: (call, services) => services.run(deleteFile, { fileId: call.parameters.attachment_id }, call),
});

export const files = [postUpload, getTemporaryUrl, getAttachments, deleteAttachment];
