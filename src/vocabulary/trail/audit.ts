/** The trail of auditing: auditors, their accesses, sign-ins, legal holds, and the ledger. */
import type { ErasureTarget } from '../events/erasures.ts';
import type { HoldScope } from '../events/holds.ts';
import { idOfLeaf } from '../events/id-of-leaf.ts';
import { isoOrNull } from '../iso.ts';
import { users } from './organization.ts';
import { type Fields, notRecorded, type Rows } from './row.ts';

const hold = ({ data }: { readonly data: { readonly holdId: number } }): number => data.holdId;

const scopeOf = ({ userIds, channelIds, since, until }: Partial<HoldScope>): Fields => ({
  ...(userIds && { user_ids: userIds }),
  ...(channelIds && { stream_ids: channelIds }),
  ...(since !== undefined && { since: isoOrNull(since) }),
  ...(until !== undefined && { until: isoOrNull(until) }),
});

const erasure = ({ data }: { readonly data: { readonly erasureId: number } }): number => data.erasureId;

const targetOf = (target: ErasureTarget): Fields => {
  switch (target.kind) {
    case 'messages':
      return { message_ids: target.messageIds };
    case 'user':
      return { user_id: target.userId };
    case 'channel':
      return { stream_id: target.channelId, topic: target.topic, until: isoOrNull(target.until) };
    case 'private':
      return { private_messages: true, until: isoOrNull(target.until) };
  }
};

const erasedUser = (target: ErasureTarget) => (target.kind === 'user' ? users([target.userId]) : []);

export const auditRows = {
  AuditorAppointed: {
    action: 'auditor.appointed',
    description: 'An auditor was appointed',
    object: ({ data }) => data.userId,
    also: ({ data }) => users([data.userId]),
    after: ({ reason }) => ({ is_auditor: true, reason }),
    before: () => ({ is_auditor: false }),
  },
  AuditorDismissed: {
    action: 'auditor.dismissed',
    description: 'The appointment of an auditor ended',
    object: ({ data }) => data.userId,
    also: ({ data }) => users([data.userId]),
    after: ({ why }) => ({ is_auditor: false, reason: null, cause: null, ...why }),
    before: () => ({ is_auditor: true }),
  },
  AuditAccessed: {
    action: 'access.recorded',
    description: 'Somebody read data that only auditors, or auditors and owners, may read',
    object: ({ id }) => id,
    after: ({ operation, parameters, reason, content, through, address }) => ({
      operation,
      parameters,
      reason,
      content,
      through,
      address: address ?? null,
    }),
    begins: true,
    // A search of an auditor may contain texts of users, and may reveal a hold.
    content: ['parameters', 'reason'],
  },
  SignedIn: {
    action: 'sign_in.succeeded',
    description: 'A user signed in',
    object: ({ id }) => id,
    also: ({ data }) => users([data.userId]),
    after: ({ userId, method, address, last }) => ({ user_id: userId, method, address, last: last ?? false }),
    begins: true,
  },
  SignInRefused: {
    action: 'sign_in.failed',
    description: 'A wrong password or API key was given',
    object: ({ id }) => id,
    also: ({ data: { userId } }) => users(userId === null ? [] : [userId]),
    after: ({ userId, address, method, last }) => ({
      user_id: userId,
      method: method ?? 'password',
      address,
      last: last ?? false,
    }),
    begins: true,
  },
  HoldPlaced: {
    action: 'hold.placed',
    description: 'A legal hold was placed: what it covers stays in the log',
    object: hold,
    also: ({ data }) => users(data.userIds),
    after: (data) => ({ name: data.name, reason: data.reason, ...scopeOf(data) }),
    begins: true,
    auditorsOnly: true,
    names: ({ name }) => [name],
  },
  HoldChanged: {
    action: 'hold.changed',
    description: 'The name or the scope of a legal hold was changed',
    object: hold,
    also: ({ data }) => users(data.userIds ?? []),
    after: ({ name, reason, ...scope }) => ({ ...(name !== undefined && { name }), reason, ...scopeOf(scope) }),
    auditorsOnly: true,
  },
  HoldEnded: {
    action: 'hold.ended',
    description: 'A legal hold ended',
    object: hold,
    after: ({ reason }) => ({ ended: true, reason }),
    before: () => ({ ended: false }),
    auditorsOnly: true,
  },
  DeletionHeld: {
    action: 'message.held',
    description: 'A deleted message stays in the log because of a legal hold',
    object: ({ data }) => data.message.messageId,
    after: () => ({ held: true }),
    before: () => ({ held: false }),
    auditorsOnly: true,
  },
  FileDeletionHeld: {
    action: 'file.held',
    description: 'A deleted file stays because of a legal hold',
    object: ({ data }) => data.fileId,
    after: () => ({ held: true }),
    before: () => ({ held: false }),
    auditorsOnly: true,
  },
  HeldDeletionsEnded: {
    action: 'hold.deletions_ended',
    description: 'Deleted messages and files that no legal hold keeps any more are removed',
    object: ({ data }) => data.messageIds[0] ?? 0,
    also: ({ data }) => data.messageIds.map((id) => ({ type: 'message' as const, id })),
    after: ({ messageIds, fileIds }) => ({ messages: messageIds, files: fileIds }),
    begins: true,
    auditorsOnly: true,
  },
  ErasureRequested: {
    action: 'erasure.requested',
    description: 'An erasure of content was requested, or a retention run began',
    object: erasure,
    also: ({ data }) => erasedUser(data.target),
    after: ({ reason, basis, target, needsApproval, retention }) => ({
      reason,
      basis,
      needs_approval: needsApproval,
      ...(retention && { retention_days: retention.days }),
      ...targetOf(target),
    }),
    begins: true,
  },
  ErasureApproved: {
    action: 'erasure.approved',
    description: 'Another auditor approved an erasure',
    object: erasure,
    after: ({ reason }) => ({ approved: true, reason }),
    before: () => ({ approved: false }),
  },
  ContentErased: {
    action: 'erasure.went_on',
    description: "The next part of an erasure: messages, a person's scheduled messages, or a person's data",
    object: erasure,
    also: ({ data: { messageIds, scheduledOf, userId } }) => [
      ...messageIds.map((id) => ({ type: 'message' as const, id })),
      ...users([scheduledOf, userId].filter((id) => id !== undefined)),
    ],
    after: ({ messageIds, events, bytes, scheduledOf, userId }) => ({
      messages: messageIds,
      events,
      bytes,
      ...(scheduledOf !== undefined && { scheduled_of: scheduledOf }),
      ...(userId !== undefined && { user_id: userId }),
    }),
    begins: true,
  },
  ErasureCompleted: {
    action: 'erasure.completed',
    description: 'An erasure was completed; the event is its certificate',
    object: erasure,
    also: ({ data }) => erasedUser(data.target),
    after: ({ reason, basis, target, requestedBy, approvedBy, messages, events, bytes, files, held, retention }) => ({
      reason,
      basis,
      requested_by: requestedBy,
      approved_by: approvedBy ?? null,
      messages,
      events,
      bytes,
      files,
      held,
      ...(retention && { retention_days: retention.days }),
      ...targetOf(target),
    }),
    begins: true,
  },
  LedgerBegan: {
    action: 'organization.ledger_began',
    description: 'The ledger of the organization began',
    object: ({ realmId }) => realmId,
    after: ({ origin, key, previous }) => ({ origin, key, previous: previous ?? null }),
    begins: true,
  },
  LedgerKeyReplaced: {
    action: 'organization.ledger_key_replaced',
    description: 'The key that signs checkpoints was replaced',
    object: ({ realmId }) => realmId,
    after: ({ key }) => ({ key }),
    before: ({ previousKey }) => ({ key: previousKey }),
  },
  LedgerSealed: notRecorded,
  EventsWithdrawn: {
    action: 'organization.events_withdrawn',
    description: 'Events of a request that could not be completed were removed',
    object: ({ realmId }) => realmId,
    after: ({ leaves }) => ({ erased_events: leaves.map(idOfLeaf) }),
    begins: true,
  },
} satisfies Rows;
