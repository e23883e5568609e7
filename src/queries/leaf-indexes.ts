/**
 * The indexes of the leaves of many events. Events that are asked for one after the other are mostly of one sealed batch, and a batch is a
 * document of a thousand events: it is read once for all of them.
 */
import type { SealDocument } from '../../projections/ledger.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { sealWith } from './ledger.ts';

/** Answers of filters that leave out most events go back and forth between few batches. */
const batchesMax = 4;

type Known = ReadonlyMap<string, number>;

export class LeafIndexes {
  readonly #view: ReadView;
  readonly #realmId: RealmId;
  /** By event id, a map for each batch, the latest last. */
  #batches: readonly Known[] = [];
  #reading: Promise<unknown> = Promise.resolve();

  constructor(view: ReadView, realmId: RealmId) {
    this.#view = view;
    this.#realmId = realmId;
  }

  /** Null where the event is not sealed. */
  async of(eventId: string): Promise<number | null> {
    const known = this.#known(eventId);
    if (known !== undefined) return known;
    // One after the other: the next one is mostly of the batch that is read for this one.
    const read = this.#reading.then(() => this.#known(eventId) ?? this.#read(eventId));
    this.#reading = read.catch(() => undefined);
    return read;
  }

  #known(eventId: string): number | undefined {
    for (const batch of this.#batches) {
      const index = batch.get(eventId);
      if (index !== undefined) return index;
    }
    return undefined;
  }

  async #read(eventId: string): Promise<number | null> {
    const seal = await sealWith(this.#view, this.#realmId, eventId);
    if (!seal) return null;
    const batch = indexesIn(seal);
    this.#batches = [...this.#batches.slice(1 - batchesMax), batch];
    return batch.get(eventId) ?? null;
  }
}

const indexesIn = ({ first, eventIds }: SealDocument): Known => new Map(eventIds.map((id, at) => [id, first + at]));
