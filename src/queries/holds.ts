/** The legal holds of an organization, and the number of deletions that preceded one. */
import { deletions } from '../../projections/deletions.ts';
import { type HoldDocument, holds } from '../../projections/holds.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageFacts } from '../vocabulary/events/holds.ts';
import type { EventId, HoldId, RealmId } from '../vocabulary/ids.ts';
import { iso, isoOrNull } from '../vocabulary/iso.ts';
import type { HoldRow } from '../wire/hold.ts';

/** The holds after `cursor`, by id. */
export async function holdsOf(
  view: ReadView,
  realmId: RealmId,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
): Promise<{ holds: HoldRow[]; next_cursor: number | null }> {
  const found = await view.scan(holds, 'byId', { prefix: [realmId], from: cursor + 1, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { holds: page.map(rowOf), next_cursor: found.length > limit ? (page.at(-1)?.holdId ?? null) : null };
}

export async function holdPlacedBy(view: ReadView, realmId: RealmId, eventId: EventId): Promise<HoldId | undefined> {
  const [hold] = await view.scan(holds, 'byEvent', { prefix: [realmId, eventId], limit: 1 });
  return hold?.holdId;
}

const rowOf = (hold: HoldDocument): HoldRow => ({
  id: hold.holdId,
  name: hold.name,
  reason: hold.reason,
  user_ids: hold.userIds,
  stream_ids: hold.channelIds,
  since: isoOrNull(hold.since),
  until: isoOrNull(hold.until),
  placed_by: hold.placedBy,
  placed_at: iso(hold.placedAt),
  ended_by: hold.endedBy ?? null,
  ended_at: isoOrNull(hold.endedAt),
});

/** How many deletions are read at a time. */
const pageSize = 1_000;

/** A page of the deletions below `before` that no hold keeps and that `isUnder` selects, newest first. */
export async function deletedUnder(
  view: ReadView,
  realmId: RealmId,
  isUnder: (message: MessageFacts) => boolean,
  before?: number,
): Promise<{ readonly count: number; readonly seen: number; readonly last?: number | undefined }> {
  const page = await view.scan(deletions, 'byMessage', {
    prefix: [realmId],
    ...(before === undefined ? {} : { to: before - 1 }),
    reverse: true,
    limit: pageSize,
  });
  const gone = page.filter(
    ({ held, participants, stoodIn, ...facts }) =>
      !held && isUnder({ ...facts, addressed: [...participants], stoodIn: [...stoodIn] }),
  );
  return { count: gone.length, seen: page.length, last: page.length < pageSize ? undefined : page.at(-1)?.messageId };
}
