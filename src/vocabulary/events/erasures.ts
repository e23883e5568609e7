/**
 * Events of `audit-…` about erasure: the request, each part of limited size that was erased, and the certificate at the end. The messages
 * themselves are erased by `MessageDeleted` events, which hold the leaves of the events that they remove.
 */
import { z } from 'zod';
import { ChannelId, ErasureId, MessageId, UserId } from '../ids.ts';
import { AuditRequest } from './audit.ts';
import { MessageFacts } from './holds.ts';

/**
 * What is to be erased. `until`: what was sent before, UTC milliseconds; null: everything. A null topic: the whole chat stream. `private`:
 * private messages, which only a retention run erases.
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

/** A message that is to be erased: how many events it has, and how many bytes their texts are. */
export const Erasable = z.object({ facts: MessageFacts, events: z.int(), bytes: z.int() });
export type Erasable = z.infer<typeof Erasable>;

/** A retention run: after how many days messages go there. Absent: somebody asked for the erasure. */
const retention = z.object({ days: z.int() }).optional();

/** Counted before they go. `bytes`: of all versions of the texts and their HTML, in UTF-8. */
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
   * These messages are erased now, whatever is placed on hold from here on. Each is deleted by an event of its own, which follows.
   * `scheduledOf`: so is what the person had scheduled. `userId`: so is what is said of the person, and what they said of themselves.
   */
  ContentErased: z.object({
    erasureId: ErasureId,
    messageIds: z.array(MessageId),
    events: z.int(),
    bytes: z.int(),
    scheduledOf: UserId.optional(),
    userId: UserId.optional(),
  }),
  /** The certificate. `held`: messages that were passed over, because they fell under a legal hold that was placed meanwhile. */
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
