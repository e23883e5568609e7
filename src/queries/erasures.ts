/** The erasures of an organization, and their certificates. */
import { type ErasureDocument, erasureDocumentId, erasures } from '../../projections/erasures.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { ErasureTarget } from '../vocabulary/events/erasures.ts';
import type { ErasureId, EventId, RealmId } from '../vocabulary/ids.ts';
import { iso } from '../vocabulary/iso.ts';
import { Refused } from '../vocabulary/refusals.ts';
import type { CertificateRow, ErasureRow } from '../wire/erasure.ts';
import { type Events, proofOfEvent } from './leaves.ts';

/** The erasures after `cursor`, by id. */
export async function erasuresOf(
  view: ReadView,
  realmId: RealmId,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
): Promise<{ erasures: ErasureRow[]; next_cursor: number | null }> {
  const found = await view.scan(erasures, 'byId', { prefix: [realmId], from: cursor + 1, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { erasures: page.map(rowOf), next_cursor: found.length > limit ? (page.at(-1)?.erasureId ?? null) : null };
}

/** Throws `Refused`. */
export const erasureOf = async (view: ReadView, realmId: RealmId, erasureId: number): Promise<ErasureRow> =>
  rowOf(await documentOf(view, realmId, erasureId));

/** The certificate of a completed erasure, with the proof that it is in the ledger. Throws `Refused`. */
export async function certificateOf(
  view: ReadView,
  realmId: RealmId,
  events: Events,
  id: number,
): Promise<CertificateRow> {
  const { completed } = await documentOf(view, realmId, id);
  if (!completed) throw new Refused({ code: 'erasure-not-completed' });
  const { eventId, at, data } = completed;
  return {
    event_id: eventId,
    at: iso(at),
    erasure_id: data.erasureId,
    reason: data.reason,
    basis: data.basis,
    target: targetOf(data.target),
    requested_by: data.requestedBy,
    retention_days: data.retention?.days ?? null,
    approved_by: data.approvedBy ?? null,
    messages: data.messages,
    events: data.events,
    bytes: data.bytes,
    files: data.files,
    held: data.held,
    proof: (await proofOfEvent(view, realmId, events, eventId)) ?? null,
  };
}

export async function erasureAskedBy(view: ReadView, realmId: RealmId, eventId: EventId): Promise<ErasureRow> {
  const [document] = await view.scan(erasures, 'byEvent', { prefix: [realmId, eventId], limit: 1 });
  if (!document) throw new Refused({ code: 'erasure-missing' });
  return rowOf(document);
}

async function documentOf(view: ReadView, realmId: RealmId, erasureId: number): Promise<ErasureDocument> {
  const document = await view.get(erasures, erasureDocumentId(realmId, erasureId as ErasureId));
  if (!document) throw new Refused({ code: 'erasure-missing' });
  return document;
}

function targetOf(target: ErasureTarget): ErasureRow['target'] {
  if (target.kind === 'messages') return { message_ids: target.messageIds };
  if (target.kind === 'user') return { user_id: target.userId };
  if (target.kind === 'private') return { private_messages: true, until: iso(target.until) };
  const { channelId, topic, until } = target;
  return { stream_id: channelId, ...(topic !== null && { topic }), ...(until !== null && { until: iso(until) }) };
}

const rowOf = (one: ErasureDocument): ErasureRow => ({
  id: one.erasureId,
  state: one.completed
    ? 'completed'
    : one.needsApproval && one.approvedBy === undefined
      ? 'awaiting_approval'
      : 'running',
  reason: one.reason,
  basis: one.basis,
  target: targetOf(one.target),
  requested_by: one.requestedBy,
  retention_days: one.retention?.days ?? null,
  requested_at: iso(one.requestedAt),
  approved_by: one.approvedBy ?? null,
  messages: one.messages,
  events: one.events,
  bytes: one.bytes,
  held: one.completed?.data.held ?? null,
  completed_at: one.completed ? iso(one.completed.at) : null,
});
