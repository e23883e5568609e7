/** `realm_export` events: the complete list, for administrators. */
import type { RealmState } from '../state/realm-state.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { endedAt } from '../vocabulary/realm-exports.ts';
import { realmExportObject } from '../wire/realm-export.ts';
import { type ClientEvent, plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const realmExportFeed = fromAfter({
  /** The export is ready at once, because nothing is stored for it. Clients expect an event with a pending export first. */
  RealmExportRequested: ({ data, metadata: { at } }, after) => [
    exportsEvent(after, at, data.realmExportId),
    exportsEvent(after, at),
  ],
  RealmExportDeleted: ({ metadata: { at } }, after) => [exportsEvent(after, at)],
});

function exportsEvent({ realmExports }: RealmState, now: Millis, pendingId?: number): ClientEvent {
  const exports = [...realmExports.byId.values()].map((one) =>
    realmExportObject(one, endedAt(one, now), one.realmExportId === pendingId),
  );
  return plainEvent('realm_export', { kind: 'administrators' }, { exports });
}
