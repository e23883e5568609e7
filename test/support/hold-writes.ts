/** Short functions for past events of `audit-1.records` about legal holds. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { HoldScope } from '../../src/vocabulary/events/holds.ts';
import type { ChannelId, FileId, HoldId, MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { inAudit } from './audit-writes.ts';
import type { Given } from './given.ts';

type Of = {
  readonly users?: readonly number[];
  readonly channels?: readonly number[];
  readonly since?: number | null;
  readonly until?: number | null;
};

export const scope = ({ users = [], channels = [], since = null, until = null }: Of): HoldScope => ({
  userIds: users as UserId[],
  channelIds: channels as ChannelId[],
  since,
  until,
});

export const held = (id: number, of: Of): Given =>
  inAudit('HoldPlaced', { holdId: id as HoldId, name: `Case ${id}`, reason: 'case', ...scope(of) });

export const holdChanged = (id: number, of: Partial<HoldScope>): Given =>
  inAudit('HoldChanged', { holdId: id as HoldId, reason: 'narrower', ...of });

export const holdEnded = (id: number): Given => inAudit('HoldEnded', { holdId: id as HoldId, reason: 'settled' });

type Facts = { sentAt?: number; addressed?: readonly number[]; stoodIn?: readonly number[] };

export const facts = (id: number, sender: number, { sentAt = 5_000, addressed = [], stoodIn = [] }: Facts = {}) => ({
  messageId: id as MessageId,
  senderId: sender as UserId,
  sentAt,
  addressed: addressed as UserId[],
  stoodIn: stoodIn as ChannelId[],
});

export const deletionHeld = (message: ReturnType<typeof facts>, uploads: readonly number[] = []): Given =>
  inAudit('DeletionHeld', { message, uploads: uploads as FileId[] });

export const heldDeletionsEnded = (ids: readonly number[], fileIds: readonly number[] = []): Given =>
  inAudit('HeldDeletionsEnded', { messageIds: ids as MessageId[], fileIds: fileIds as FileId[], uploads: [] });

/** A hold is placed on the user, or the newest one ends. */
export const holds = ({ holds: { byId, holdIdMax } }: RealmState, user: number): Given[] =>
  byId.has(holdIdMax as HoldId) ? [holdEnded(holdIdMax)] : [held(holdIdMax + 1, { users: [user] })];
