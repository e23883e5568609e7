import { type ExportDocument, exportDocumentId, reviewExports } from '../../projections/exports.ts';
import { isErased } from '../../projections/trail.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';
import { iso, isoOrNull } from '../vocabulary/iso.ts';
import type { Moment } from '../vocabulary/moment.ts';
import { Refused } from '../vocabulary/refusals.ts';
import type { ReviewExportRow } from '../wire/export.ts';
import { type HeldMessages, heldEvent, lastInLog } from './trail/held-events.ts';
import { momentIn } from './trail/moment.ts';
import { documentOf } from './trail/select.ts';

/** The progress of an export; undefined if this process is not making it now. */
type ProgressOf = (exportId: number) => number | undefined;

/** The exports after `cursor`, by id. */
export async function exportsOf(
  view: ReadView,
  realmId: RealmId,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
  progressOf: ProgressOf,
): Promise<{ exports: ReviewExportRow[]; next_cursor: number | null }> {
  const found = await view.scan(reviewExports, 'byId', { prefix: [realmId], from: cursor + 1, limit: limit + 1 });
  const page = found.slice(0, limit);
  const exports: ReviewExportRow[] = [];
  for (const document of page) exports.push(await rowOf(view, document, progressOf));
  return { exports, next_cursor: found.length > limit ? (page.at(-1)?.exportId ?? null) : null };
}

/** Throws `Refused`. */
export const exportOf = async (
  view: ReadView,
  realmId: RealmId,
  id: number,
  progressOf: ProgressOf,
): Promise<ReviewExportRow> => rowOf(view, await exportDocument(view, realmId, id), progressOf);

/** The size, hash and name of an export's file. Throws `Refused` if there is none. */
export async function exportFile(
  view: ReadView,
  realmId: RealmId,
  id: number,
): Promise<{ readonly bytes: number; readonly sha256: string; readonly name: string }> {
  const document = await exportDocument(view, realmId, id);
  const state = stateOf(document);
  if (!document.made || state !== 'ready') throw new Refused({ code: 'export-not-ready', state });
  const { bytes, sha256 } = document.made;
  return { bytes, sha256, name: `export-${id}-${document.format}.zip` };
}

export async function exportAskedBy(view: ReadView, realmId: RealmId, eventId: EventId): Promise<ExportDocument> {
  const [document] = await view.scan(reviewExports, 'byEvent', { prefix: [realmId, eventId], limit: 1 });
  if (!document) throw new Refused({ code: 'export-missing' });
  return document;
}

/** The last event in the log up to a moment. Undefined if there is no such moment. */
export async function lastEventAt(
  view: ReadView,
  realmId: RealmId,
  named: Moment,
  held: HeldMessages,
): Promise<EventId | undefined> {
  const moment = await momentIn(view, realmId, named);
  if (!moment) return undefined;
  const found = named.kind === 'event' ? await documentOf(view, realmId, named.id) : undefined;
  const erased = found && isErased(found) ? found : undefined;
  const kept = erased && (await heldEvent(realmId, erased, held));
  if (kept) return kept.eventId;
  const { position, at } = moment;
  const isTime = named.kind === 'time' || erased !== undefined;
  return (await lastInLog(view, realmId, { position, ...(isTime && { at }) }, held))?.eventId;
}

async function exportDocument(view: ReadView, realmId: RealmId, exportId: number): Promise<ExportDocument> {
  const document = await view.get(reviewExports, exportDocumentId(realmId, exportId));
  if (!document) throw new Refused({ code: 'export-missing' });
  return document;
}

export function stateOf({ made, failed, ended }: ExportDocument): ReviewExportRow['state'] {
  if (ended) return ended === 'expired' ? 'expired' : 'withdrawn';
  if (failed) return 'failed';
  return made ? 'ready' : 'running';
}

async function rowOf(view: ReadView, one: ExportDocument, progressOf: ProgressOf): Promise<ReviewExportRow> {
  const state = stateOf(one);
  const upTo = one.made?.lastEvent ?? one.upTo;
  const last = upTo === null ? undefined : await documentOf(view, one.realmId, upTo);
  const { made } = one;
  return {
    id: one.exportId,
    state,
    progress: state === 'running' ? (progressOf(one.exportId) ?? null) : null,
    error: one.failed ?? null,
    format: one.format,
    reason: one.reason,
    user_ids: one.userIds,
    stream_ids: one.channelIds,
    topics: one.topics,
    since: isoOrNull(one.since),
    until: isoOrNull(one.until),
    requested_by: one.requestedBy,
    requested_at: iso(one.requestedAt),
    up_to: upTo,
    position: last && !isErased(last) ? last.position : null,
    checkpoint_size: made?.checkpointSize ?? null,
    messages: made?.messages ?? null,
    edits: made?.edits ?? null,
    deleted: made?.deleted ?? null,
    reactions: made?.reactions ?? null,
    attachments: made?.attachments ?? null,
    conversations: made?.conversations ?? null,
    bytes: made?.bytes ?? null,
    sha256: made?.sha256 ?? null,
    completed_at: isoOrNull(made?.at ?? null),
    expires_at: isoOrNull(made?.expiresAt ?? null),
  };
}
