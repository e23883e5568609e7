/** Erasures of content that are requested or under way. Completed ones are only in the log and in the read model. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { ErasureTarget } from '../vocabulary/events/erasures.ts';
import type { ErasureId, EventId, MessageId, UserId } from '../vocabulary/ids.ts';
import { type Directory, isActive } from './directory.ts';
import type { Files } from './files.ts';

export type Erasure = {
  readonly erasureId: ErasureId;
  /** The event that requested it. */
  readonly eventId: EventId;
  readonly reason: string;
  readonly basis: string;
  readonly target: ErasureTarget;
  readonly requestedBy: UserId | null;
  readonly needsApproval: boolean;
  readonly approvedBy?: UserId | null;
  /** Present for a retention run, which the service began itself. */
  readonly retention?: { readonly days: number } | undefined;
  readonly messages: number;
  readonly events: number;
  readonly bytes: number;
  /** The deleted files of the person, except those that a legal hold keeps. */
  readonly files: number;
  /** The messages of the newest part. */
  readonly part: readonly MessageId[];
  /** Whether the erasure of the person's scheduled messages is recorded. */
  readonly ofScheduled?: true;
  /** Whether the erasure of the person's data is recorded. */
  readonly ofPerson?: true;
};

export type Erasures = {
  byId: Map<ErasureId, Erasure>;
  erasureIdMax: number;
};

/** The handlers' `files` must be the state just after the event. */
export const erasuresState: StatePart<Erasures, { readonly files: Files }> = {
  initial: () => ({ byId: new Map(), erasureIdMax: 0 }),
  on: {
    ErasureRequested({ id: eventId, data: { request: _, ...asked }, metadata: { actor: requestedBy } }, erasures) {
      const none = { messages: 0, events: 0, bytes: 0, files: 0, part: [] };
      erasures.byId.set(asked.erasureId, { ...asked, eventId, requestedBy, ...none });
      erasures.erasureIdMax = Math.max(erasures.erasureIdMax, asked.erasureId);
    },
    ErasureApproved: ({ data: { erasureId }, metadata: { actor: approvedBy } }, { byId }) =>
      changeEntry(byId, erasureId, () => ({ approvedBy })),
    ContentErased: ({ data: { erasureId, messageIds: part, events, bytes, scheduledOf, userId } }, { byId }) =>
      changeEntry(byId, erasureId, (erasure): Partial<Erasure> => {
        if (scheduledOf !== undefined) return { ofScheduled: true };
        if (userId !== undefined) return { ofPerson: true };
        return {
          messages: erasure.messages + part.length,
          events: erasure.events + events,
          bytes: erasure.bytes + bytes,
          part,
        };
      }),
    FileDeleted({ data: { fileId, userId } }, { byId }, { files }) {
      if (files.held.has(fileId)) return;
      for (const erasure of byId.values())
        if (isUnderWay(erasure, userId)) byId.set(erasure.erasureId, { ...erasure, files: erasure.files + 1 });
    },
    ErasureCompleted: ({ data: { erasureId } }, { byId }) => void byId.delete(erasureId),
  },
};

/** Whether an erasure of the person has begun, and is not completed. */
export const isBeingErased = ({ erasures }: { readonly erasures: Erasures }, userId: UserId): boolean =>
  [...erasures.byId.values()].some((one) => isUnderWay(one, userId));

const isUnderWay = (one: Erasure, userId: UserId): boolean =>
  one.target.kind === 'user' && one.target.userId === userId && mayBegin(one);

/**
 * Whether the person of an erasure is active, so that the erasure must end. The rules forbid an erasure of an active person, and an
 * activation during an erasure. But the two are decided on different log streams, so that neither decision may know of the other.
 */
export const isOfActive = ({ directory }: { readonly directory: Directory }, { target }: Erasure): boolean =>
  target.kind === 'user' && isActive(directory, target.userId);

/** Whether it has the approvals that it needs. */
export const mayBegin = ({ needsApproval, approvedBy }: Erasure): boolean => !needsApproval || approvedBy !== undefined;
