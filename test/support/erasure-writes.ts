/** Short functions for past events of `audit-1.records` about erasures. */
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { ErasureId, MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { inAudit } from './audit-writes.ts';
import { type Given, happened, realmId } from './given.ts';
import { timezoneChanged } from './writes.ts';

const facts = {
  reason: 'request',
  basis: 'GDPR 17',
  target: { kind: 'messages' as const, messageIds: [7 as MessageId] },
};

export const erasureAsked = (id: number, more: Partial<DataOf<'ErasureRequested'>> = {}, by = 2): Given =>
  inAudit('ErasureRequested', { erasureId: id as ErasureId, ...facts, needsApproval: false, ...more }, by);

export const erasureApproved = (id: number, by: number): Given =>
  inAudit('ErasureApproved', { erasureId: id as ErasureId, reason: 'agreed' }, by);

export const contentErased = (id: number, ids: readonly number[]): Given =>
  inAudit('ContentErased', {
    erasureId: id as ErasureId,
    messageIds: ids as MessageId[],
    events: 2 * ids.length,
    bytes: 10 * ids.length,
  });

export const erasureDone = (id: number): Given =>
  inAudit('ErasureCompleted', {
    erasureId: id as ErasureId,
    ...facts,
    requestedBy: 2 as UserId,
    messages: 1,
    events: 2,
    bytes: 10,
    files: 0,
    held: 0,
  });

export const personErased = (id: number): Given =>
  happened(logStream.person(realmId, id as UserId), 'PersonErased', {
    userId: id as UserId,
    fullName: `Deleted user ${id}`,
    email: `deleted-user-${id}@erased.invalid`,
    leaves: [],
  });

export const wordsErased = (id: number, part = 0): Given =>
  happened(logStream.words(realmId, id as UserId, part), 'UserWordsErased', { userId: id as UserId, leaves: [] });

/** The most changes of a profile that a person may make, all of the time zone. */
export const changedTooOften = (id: number): Given[] =>
  Array.from({ length: limits.personChangesMax }, () => timezoneChanged(id, 'UTC'));
