/**
 * Events of `audit-…` about erasure: the request, each part of limited size that was erased, and the certificate at the end. The messages
 * themselves are erased by `MessageDeleted` events, which hold the leaves of the events that they remove.
 */
import { z } from 'zod';
import { ChannelId, ErasureId, MessageId, UserId } from '../ids.ts';
import { AuditRequest } from './audit.ts';
import { MessageFacts } from './holds.ts';

/**
 * The target of an erasure. `until`: only messages that were sent before, UTC milliseconds; null for all. A null topic means the whole chat
 * stream. `private` means private messages, which only a retention run erases.
 */
export const ErasureTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('messages'), messageIds: z.array(MessageId) }),
  z.object({ kind: z.literal('user'), userId: UserId }),
  z.object({
    kind: z.literal('channel'),
    channelId: ChannelId,
    topic: z.string().nullable(),
    until: z.int().nullable(),
  }),
  z.object({ kind: z.literal('private'), until: z.int() }),
]);
export type ErasureTarget = z.infer<typeof ErasureTarget>;

/** A message to erase: the number of its events, and the bytes of their texts. */
export const Erasable = z.object({ facts: MessageFacts, events: z.int(), bytes: z.int() });
export type Erasable = z.infer<typeof Erasable>;

/** A retention run, with the number of days for which messages are kept there. Absent if a user requested the erasure. */
const retention = z.object({ days: z.int() }).optional();

/** Counted before the erasure. `bytes`: the UTF-8 bytes of all versions of the texts and their HTML. */
const counts = { messages: z.int(), events: z.int(), bytes: z.int() };

export const erasureEvents = {
  ErasureRequested: z.object({
    erasureId: ErasureId,
    reason: z.string(),
    /** The legal basis. */
    basis: z.string(),
    target: ErasureTarget,
    /** Whether another auditor must approve it before anything is erased. */
    needsApproval: z.boolean(),
    request: AuditRequest.optional(),
    retention,
  }),
  ErasureApproved: z.object({ erasureId: ErasureId, reason: z.string() }),
  /**
   * These messages are erased now, even if a hold is placed after this event. Each is deleted by an event of its own, which follows.
   * `scheduledOf`: the person's scheduled messages are erased too. `userId`: the person's data, and their texts about themselves, are
   * erased too.
   */
  ContentErased: z.object({
    erasureId: ErasureId,
    messageIds: z.array(MessageId),
    events: z.int(),
    bytes: z.int(),
    scheduledOf: UserId.optional(),
    userId: UserId.optional(),
  }),
  /** The certificate. `held`: messages that were passed over, because of a legal hold that was placed in the meantime. */
  ErasureCompleted: z.object({
    erasureId: ErasureId,
    reason: z.string(),
    basis: z.string(),
    target: ErasureTarget,
    requestedBy: UserId.nullable(),
    approvedBy: UserId.nullable().optional(),
    ...counts,
    files: z.int(),
    held: z.int(),
    retention,
  }),
} as const;
