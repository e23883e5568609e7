/** The read model `erasures`: every requested erasure with its progress and its certificate. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { ErasureTarget } from '../src/vocabulary/events/erasures.ts';
import type { DataOf } from '../src/vocabulary/events/index.ts';
import type { ErasureId, EventId, Millis, UserId } from '../src/vocabulary/ids.ts';

export type ErasureDocument = {
  readonly realmId: number;
  readonly erasureId: ErasureId;
  /** The event that requested it. */
  readonly eventId: EventId;
  readonly reason: string;
  readonly basis: string;
  readonly target: ErasureTarget;
  readonly requestedBy: UserId | null;
  readonly retention?: { readonly days: number } | undefined;
  readonly requestedAt: Millis;
  readonly needsApproval: boolean;
  readonly approvedBy?: UserId | null;
  readonly messages: number;
  readonly events: number;
  readonly bytes: number;
  readonly completed?: {
    readonly eventId: EventId;
    readonly at: Millis;
    readonly data: DataOf<'ErasureCompleted'>;
  };
};

export const erasureDocumentId = (realmId: number, erasureId: number): string => `${realmId}.${erasureId}`;

const changed = changesOf<ErasureDocument, 'ErasureApproved' | 'ContentErased' | 'ErasureCompleted'>(
  ({ realmId, data }) => erasureDocumentId(realmId, data.erasureId),
);

export const erasures = defineProjection<ErasureDocument>({
  name: 'erasures',
  version: 1,
  indexes: { byId: ['realmId', 'erasureId'], byEvent: ['realmId', 'eventId'] },
  on: {
    ErasureRequested: puts(
      ({ realmId, id: eventId, data: { request: _, ...asked }, metadata: { actor: requestedBy, at } }) => [
        erasureDocumentId(realmId, asked.erasureId),
        { realmId, eventId, ...asked, requestedBy, requestedAt: at, messages: 0, events: 0, bytes: 0 },
      ],
    ),
    ErasureApproved: changed(({ metadata: { actor: approvedBy } }) => ({ approvedBy })),
    ContentErased: changed(({ data }, before) => ({
      messages: before.messages + data.messageIds.length,
      events: before.events + data.events,
      bytes: before.bytes + data.bytes,
    })),
    ErasureCompleted: changed(({ id: eventId, metadata: { at }, data }) => ({ completed: { eventId, at, data } })),
  },
});
