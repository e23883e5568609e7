/** Uploaded files in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

export const Attachment = z
  .object({
    id: z.int(),
    name: z.string(),
    path_id: z.string().describe('The part of its address after `/user_uploads/`'),
    size: z.int().describe('Bytes'),
    create_time: z.int().describe('Unix milliseconds'),
    messages: z
      .array(z.object({ id: z.int(), date_sent: z.int().describe('Unix milliseconds') }))
      .describe(`The newest ${limits.sharingMessagesShownMax} messages that share it, the oldest of them first`),
  })
  .meta({ id: 'Attachment', description: 'A file that the caller uploaded.' });
export type AttachmentObject = DeepReadonly<z.infer<typeof Attachment>>;

type AttachmentFacts = {
  readonly fileId: number;
  readonly name: string;
  readonly pathId: string;
  readonly size: number;
  readonly uploadedAt: Millis;
  readonly sharedBy: readonly { readonly messageId: number; readonly sentAt: Millis }[];
};

export const attachmentObject = ({
  fileId,
  name,
  pathId,
  size,
  uploadedAt,
  sharedBy,
}: AttachmentFacts): AttachmentObject => ({
  id: fileId,
  name,
  path_id: pathId,
  size,
  create_time: uploadedAt,
  messages: [...sharedBy]
    .sort((a, b) => a.messageId - b.messageId)
    .slice(-limits.sharingMessagesShownMax)
    .map(({ messageId, sentAt }) => ({ id: messageId, date_sent: sentAt })),
});
