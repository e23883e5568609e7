/**
 * The leaves of sealed events as texts. A leaf is made from the event in the log. If the event was erased, the erasing event contains the
 * leaf. The hashes are not compared here; that is left to the readers of the leaves.
 */
import type { SealDocument } from '../../projections/ledger.ts';
import { isErased, type TrailDocument } from '../../projections/trail.ts';
import { mapSomeAtOnce } from '../define/breaks.ts';
import { leafText } from '../ledger/leaf.ts';
import { leafOf } from '../ledger/recorded-leaf.ts';
import { tlogProofText } from '../ledger/tlog-proof.ts';
import type { ReadView } from '../ports/read-store.ts';
import { canonicalJson } from '../vocabulary/canonical-json.ts';
import { leavesIn } from '../vocabulary/erasing.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { inclusionIn, leafIndexOf, newestSeal, sealedEvents } from './ledger.ts';
import { documentOf } from './trail/select.ts';

export type Events = (stream: TrailDocument['stream'], from: number, limit: number) => Promise<readonly Recorded[]>;

/** `leaf` is undefined if the log has lost it. */
type LeafText = { readonly index: number; readonly leaf: string | undefined };

/** The leaves from the index `from` up to, but not including, `to`, as far as they are sealed. */
export async function leafTexts(
  view: ReadView,
  realmId: RealmId,
  events: Events,
  from: number,
  to: number,
): Promise<LeafText[]> {
  const sealed = await sealedEvents(view, realmId, from, to);
  return mapSomeAtOnce(sealed, async ({ index, id }) => ({ index, leaf: await leafTextOf(view, realmId, events, id) }));
}

/** Undefined if the log has lost it. */
async function leafTextOf(
  view: ReadView,
  realmId: number,
  events: Events,
  eventId: string,
): Promise<string | undefined> {
  const document = await documentOf(view, realmId, eventId);
  if (!document) return undefined;
  if (!isErased(document)) {
    const event = await eventAt(events, document);
    return event?.id === eventId ? leafText(leafOf(event)) : undefined;
  }
  const fact = await documentOf(view, realmId, document.erasedBy);
  const erasing = fact && !isErased(fact) ? await eventAt(events, fact) : undefined;
  const kept = erasing && leavesIn(erasing).find((leaf) => idOfLeaf(leaf) === eventId);
  return kept && canonicalJson(kept);
}

const eventAt = async (events: Events, { stream, revision }: TrailDocument): Promise<Recorded | undefined> =>
  (await events(stream, revision, 1))[0];

/** The proof that the leaf at `index` is under the checkpoint of the seal. With `of`, the proof also contains the leaf of that event. */
export async function proofText(
  view: ReadView,
  realmId: RealmId,
  { size, checkpoint }: SealDocument,
  index: number,
  of?: { readonly events: Events; readonly eventId: string },
): Promise<string> {
  const hashes = await inclusionIn(view, realmId, index, size);
  const leaf = of && (await leafTextOf(view, realmId, of.events, of.eventId));
  return tlogProofText({ index, hashes, checkpoint, ...(leaf && { extra: Buffer.from(leaf) }) });
}

/** The proof under the newest checkpoint that the event is in the ledger, with its leaf. Undefined if the event is not sealed yet. */
export async function proofOfEvent(
  view: ReadView,
  realmId: RealmId,
  events: Events,
  eventId: string,
): Promise<string | undefined> {
  const index = await leafIndexOf(view, realmId, eventId);
  const seal = index === undefined ? undefined : await newestSeal(view, realmId);
  return index === undefined || !seal ? undefined : proofText(view, realmId, seal, index, { events, eventId });
}
