/** Reads of the ledger: checkpoints, keys, hashes of tiles, and the proofs that are made of them. */
import {
  type LedgerKeyDocument,
  leafDocumentId,
  leavesMax,
  ledgerKeyModel,
  type SealDocument,
  sealedLeaf,
  sealedLeaves,
  seals,
  tileHashes,
} from '../../projections/ledger.ts';
import type { Subtree } from '../ledger/growing-tree.ts';
import type { Hash } from '../ledger/hashing.ts';
import { consistencyProof, inclusionProof, type ReadSubtree } from '../ledger/merkle-proofs.ts';
import { type ReadHashes, subtreeHash, tileWidth } from '../ledger/tiles.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';

/** Operators replace keys now and then. */
const keysMax = 1_000;
const hashLength = 44;

/** The newest batch; undefined before the first one. */
export async function newestSeal(view: ReadView, realmId: RealmId): Promise<SealDocument | undefined> {
  const [newest] = await view.scan(seals, 'bySize', { prefix: [realmId], reverse: true, limit: 1 });
  return newest;
}

/** The batch that made a tree of this size. */
export async function sealOfSize(view: ReadView, realmId: RealmId, size: number): Promise<SealDocument | undefined> {
  const [found] = await view.scan(seals, 'bySize', { prefix: [realmId, size], limit: 1 });
  return found;
}

/** In the order in which they were added. The first one has the origin. */
export const ledgerKeysOf = (view: ReadView, realmId: RealmId): Promise<LedgerKeyDocument[]> =>
  view.scan(ledgerKeyModel, 'byKey', { prefix: [realmId], limit: keysMax });

/** The indexes of the leaves of events, in the order of `eventIds`. Undefined for an event that is not sealed. */
export async function leafIndexesOf(
  view: ReadView,
  realmId: RealmId,
  eventIds: readonly string[],
): Promise<(number | undefined)[]> {
  const ids = eventIds.map((id) => leafDocumentId(realmId, id));
  return (await view.getMany(sealedLeaf, ids)).map((found) => found?.leaf);
}

export async function leafIndexOf(view: ReadView, realmId: RealmId, eventId: string): Promise<number | undefined> {
  return (await leafIndexesOf(view, realmId, [eventId]))[0];
}

/** Event ids and leaf hashes from `from` up to, but not including, `to`. The difference must be less than 1,000. */
export async function sealedEvents(
  view: ReadView,
  realmId: RealmId,
  from: number,
  to: number,
): Promise<readonly { readonly index: number; readonly id: EventId; readonly hash: string }[]> {
  // The index has the last leaf of each document. The document with leaf `to - 1` ends at `to - 1 + leavesMax` at the latest.
  const bounds = { from: from + 1, to: to - 1 + leavesMax, limit: Math.max(1, to - from) };
  const found = await view.scan(sealedLeaves, 'byLeaf', { prefix: [realmId], ...bounds });
  return found.flatMap(({ firstLeaf, eventIds, hashes }) =>
    eventIds.flatMap((id, at) => {
      const index = firstLeaf + at;
      const isWanted = index >= from && index < to;
      return isWanted ? [{ index, id, hash: hashes.slice(at * hashLength, (at + 1) * hashLength) }] : [];
    }),
  );
}

/** At most `count` hashes of a level of the tree, beginning at `from`. */
export async function hashesOfLevel(
  view: ReadView,
  realmId: RealmId,
  level: number,
  from: number,
  count: number,
): Promise<Hash[]> {
  if (level === 0)
    return (await sealedEvents(view, realmId, from, from + count)).map(({ hash }) => Buffer.from(hash, 'base64'));
  const range = { prefix: [realmId, level], from, to: from + count - 1, limit: count };
  return (await view.scan(tileHashes, 'byTile', range)).map(({ hash }) => Buffer.from(hash, 'base64'));
}

/** Reads each tile only once. */
function tileReader(view: ReadView, realmId: RealmId): ReadHashes {
  const tiles = new Map<string, Promise<Hash[]>>();
  return async (level, from, count) => {
    const tile = Math.floor(from / tileWidth);
    const key = `${level}.${tile}`;
    const read = tiles.get(key) ?? hashesOfLevel(view, realmId, level, tile * tileWidth, tileWidth);
    tiles.set(key, read);
    return (await read).slice(from - tile * tileWidth, from - tile * tileWidth + count);
  };
}

function subtreeReader(view: ReadView, realmId: RealmId): ReadSubtree {
  const read = tileReader(view, realmId);
  return (subtree: Subtree) => subtreeHash(subtree, read);
}

/** `index` must be below `size`, and `size` must not be larger than the ledger. */
export const inclusionIn = (view: ReadView, realmId: RealmId, index: number, size: number): Promise<Hash[]> =>
  inclusionProof(index, size, subtreeReader(view, realmId));

export const consistencyIn = (view: ReadView, realmId: RealmId, from: number, to: number): Promise<Hash[]> =>
  consistencyProof(from, to, subtreeReader(view, realmId));
