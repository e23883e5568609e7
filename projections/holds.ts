/** The read model `holds`: every legal hold, including those that have ended. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { HoldScope } from '../src/vocabulary/events/holds.ts';
import type { EventId, HoldId, Millis, UserId } from '../src/vocabulary/ids.ts';

export type HoldDocument = HoldScope & {
  readonly realmId: number;
  readonly holdId: HoldId;
  /** The event that placed it. */
  readonly eventId: EventId;
  readonly name: string;
  readonly reason: string;
  readonly placedBy: UserId | null;
  readonly placedAt: Millis;
  readonly endedBy?: UserId | null;
  readonly endedAt?: Millis;
};

export const holdDocumentId = (realmId: number, holdId: number): string => `${realmId}.${holdId}`;

const changed = changesOf<HoldDocument, 'HoldChanged' | 'HoldEnded'>(({ realmId, data }) =>
  holdDocumentId(realmId, data.holdId),
);

export const holds = defineProjection<HoldDocument>({
  name: 'holds',
  version: 1,
  indexes: { byId: ['realmId', 'holdId'], byEvent: ['realmId', 'eventId'] },
  on: {
    HoldPlaced: puts(
      ({ realmId, id: eventId, data: { request: _, ...hold }, metadata: { actor: placedBy, at: placedAt } }) => [
        holdDocumentId(realmId, hold.holdId),
        { realmId, eventId, ...hold, placedBy, placedAt },
      ],
    ),
    // The document keeps the reason for placing the hold. The reasons for changes and for the end are only in the events.
    HoldChanged: changed(({ data: { reason: _, holdId: __, ...change } }) => change),
    HoldEnded: changed(({ metadata: { actor: endedBy, at: endedAt } }) => ({ endedBy, endedAt })),
  },
});
