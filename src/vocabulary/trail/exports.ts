/** The trail of exports for review. */
import type { ReviewScope } from '../events/exports.ts';
import { isoOrNull } from '../iso.ts';
import { users } from './organization.ts';
import type { Fields, Rows } from './row.ts';

const exported = ({ data }: { readonly data: { readonly exportId: number } }): number => data.exportId;

const scopeOf = ({ userIds, channelIds, topics, since, until }: ReviewScope): Fields => ({
  user_ids: userIds,
  stream_ids: channelIds,
  topics,
  since: isoOrNull(since),
  until: isoOrNull(until),
});

export const exportRows = {
  ExportRequested: {
    action: 'export.requested',
    description: 'An export for review was requested',
    object: exported,
    also: ({ data }) => users(data.userIds),
    after: ({ format, reason, upTo, ...scope }) => ({ format, reason, up_to: upTo, ...scopeOf(scope) }),
    begins: true,
    // Owners must not see it: its scope may reveal an investigation, and an owner may be its subject.
    auditorsOnly: true,
  },
  ExportCompleted: {
    action: 'export.completed',
    description: 'The file of an export for review was made',
    object: exported,
    after: ({ bytes, sha256, messages, edits, deleted, reactions, attachments, conversations, ...data }) => ({
      state: 'ready',
      bytes,
      sha256,
      messages,
      edits,
      deleted,
      reactions,
      attachments,
      conversations,
      last_event: data.lastEvent,
      checkpoint_size: data.checkpointSize,
      expires_at: isoOrNull(data.expiresAt),
    }),
    begins: true,
    auditorsOnly: true,
  },
  ExportFailed: {
    action: 'export.failed',
    description: 'An export for review could not be made',
    object: exported,
    after: ({ cause }) => ({ state: 'failed', cause }),
    begins: true,
    auditorsOnly: true,
  },
  ExportEnded: {
    action: 'export.ended',
    description: 'The file of an export for review was removed',
    object: exported,
    after: ({ cause }) => ({ state: cause === 'expired' ? 'expired' : 'withdrawn', cause }),
    begins: true,
    auditorsOnly: true,
  },
} satisfies Rows;
