/**
 * The indexes of the leaves of many events. Events that are asked for one after the other are often sealed side by side, and some leaves are one
 * document: it is read once for all of them.
 */
import type { LeavesDocument } from '../../projections/ledger.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';
import { leavesWith } from './ledger.ts';

/** Answers of filters that leave out most events go back and forth between few documents. */
const documentsMax = 4;

export class LeafIndexes {
  readonly #view: ReadView;
  readonly #realmId: RealmId;
  /** The latest last. */
  #documents: readonly LeavesDocument[] = [];
  #reading: Promise<unknown> = Promise.resolve();

  constructor(view: ReadView, realmId: RealmId) {
    this.#view = view;
    this.#realmId = realmId;
  }

  /** Null where the event is not sealed. */
  async of(eventId: string): Promise<number | null> {
    const known = this.#known(eventId);
    if (known !== undefined) return known;
    // One after the other: the next one is often in the document that is read for this one.
    const read = this.#reading.then(() => this.#known(eventId) ?? this.#read(eventId));
    this.#reading = read.catch(() => undefined);
    return read;
  }

  #known(eventId: string): number | undefined {
    for (const document of this.#documents) {
      const index = indexIn(document, eventId);
      if (index !== undefined) return index;
    }
    return undefined;
  }

  async #read(eventId: string): Promise<number | null> {
    const leaves = await leavesWith(this.#view, this.#realmId, eventId);
    if (!leaves) return null;
    this.#documents = [...this.#documents.slice(1 - documentsMax), leaves];
    return indexIn(leaves, eventId) ?? null;
  }
}

function indexIn({ firstLeaf, eventIds }: LeavesDocument, eventId: string): number | undefined {
  const at = eventIds.indexOf(eventId as EventId);
  return at < 0 ? undefined : firstLeaf + at;
}
