/**
 * The read model `ledger`: sealed batches, their leaves, the hashes of full tiles, and the keys. Each document is written once, so that the
 * cost of a seal does not depend on the size of the ledger.
 */
import { defineProjection, puts, type ReadModel } from '../src/define/projection.ts';
import type { EventId, Millis } from '../src/vocabulary/ids.ts';

export type SealDocument = {
  readonly realmId: number;
  /** The index of its first leaf. */
  readonly first: number;
  /** The size of the tree with this batch. */
  readonly size: number;
  readonly checkpoint: string;
};

/** Some consecutive leaves of a batch. */
type LeavesDocument = {
  readonly realmId: number;
  readonly firstLeaf: number;
  /** One more than the index of the last leaf. */
  readonly leavesUpTo: number;
  readonly eventIds: readonly EventId[];
  /** The concatenated hashes of the leaves, 44 characters of base64 each. */
  readonly hashes: string;
};

export const leavesMax = 64;

/** The hash of a full tile, as it is stored in the level above. */
type TileHashDocument = {
  readonly realmId: number;
  readonly level: number;
  readonly index: number;
  readonly hash: string;
};

export type LedgerKeyDocument = {
  readonly realmId: number;
  readonly origin?: string;
  /** The checkpoint of the ledger elsewhere that this one continues. */
  readonly previous?: string;
  readonly key: string;
  readonly keyRevision: number;
  readonly eventId: EventId;
  readonly at: Millis;
};

/** The index of one event's leaf. Many are read at a time, by the ids of the events. */
type LeafDocument = { readonly realmId: number; readonly leaf: number };

export const leafDocumentId = (realmId: number, eventId: string): string => `${realmId}.leaf.${eventId}`;

type Document = SealDocument | LeavesDocument | LeafDocument | TileHashDocument | LedgerKeyDocument;

export const ledgerProjection = defineProjection<Document>({
  name: 'ledger',
  version: 3,
  indexes: {
    bySize: ['realmId', 'size'],
    byLeaf: ['realmId', 'leavesUpTo'],
    byTile: ['realmId', 'level', 'index'],
    byKey: ['realmId', 'keyRevision'],
  },
  on: {
    LedgerBegan: puts(({ id: eventId, realmId, revision: keyRevision, data, metadata: { at } }) => [
      `${realmId}.key.${keyRevision}`,
      { realmId, ...data, keyRevision, eventId, at },
    ]),
    LedgerKeyReplaced: puts(({ id: eventId, realmId, revision: keyRevision, data: { key }, metadata: { at } }) => [
      `${realmId}.key.${keyRevision}`,
      { realmId, key, keyRevision, eventId, at },
    ]),
    LedgerSealed: {
      apply: ({ realmId, data: { size, entries, tiles, checkpoint } }) => {
        const first = size - entries.length;
        const document = { realmId, first, size, checkpoint };
        return [
          { op: 'put', id: `${realmId}.seal.${size}`, document },
          ...leavesOf(realmId, first, entries),
          ...entries.map(([eventId], at) => ({
            op: 'put' as const,
            id: leafDocumentId(realmId, eventId),
            document: { realmId, leaf: first + at },
          })),
          ...tiles.map(([level, index, hash]) => ({
            op: 'put' as const,
            id: `${realmId}.tile.${level}.${index}`,
            document: { realmId, level, index, hash },
          })),
        ];
      },
    },
  },
});

function leavesOf(
  realmId: number,
  first: number,
  entries: readonly (readonly [EventId, string])[],
): { op: 'put'; id: string; document: LeavesDocument }[] {
  return Array.from({ length: Math.ceil(entries.length / leavesMax) }, (_, number) => {
    const some = entries.slice(number * leavesMax, (number + 1) * leavesMax);
    const firstLeaf = first + number * leavesMax;
    const eventIds = some.map(([id]) => id);
    const hashes = some.map(([, hash]) => hash).join('');
    const document = { realmId, firstLeaf, leavesUpTo: firstLeaf + some.length, eventIds, hashes };
    return { op: 'put', id: `${realmId}.leaves.${firstLeaf}`, document };
  });
}

const { name, indexes } = ledgerProjection;
export const seals: ReadModel<SealDocument> = { name, indexes };
export const sealedLeaves: ReadModel<LeavesDocument> = { name, indexes };
export const sealedLeaf: ReadModel<LeafDocument> = { name, indexes };
export const tileHashes: ReadModel<TileHashDocument> = { name, indexes };
export const ledgerKeyModel: ReadModel<LedgerKeyDocument> = { name, indexes };
