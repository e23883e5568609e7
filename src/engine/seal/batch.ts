/** Makes a sealed batch of events: their leaves are added to the tree, and the new tree is signed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkpointText } from '../../ledger/checkpoint.ts';
import type { GrowingTree } from '../../ledger/growing-tree.ts';
import { inBase64 } from '../../ledger/hashing.ts';
import { hashOfLeaf, leafOf, type Stored } from '../../ledger/leaf.ts';
import { type Signer, signedNote } from '../../ledger/signed-note.ts';
import { tileHeight } from '../../ledger/tiles.ts';
import type { DataOf } from '../../vocabulary/events/index.ts';
import type { EventId } from '../../vocabulary/ids.ts';
import type { LedgerHead } from './ledger-head.ts';

/** An event may have half a megabyte: others have their turn between two. */
const sliceMs = 4;

/** `tree`: with the batch's leaves. */
export type Batch = { readonly data: DataOf<'LedgerSealed'>; readonly tree: GrowingTree };

export async function batchOf(head: LedgerHead, events: readonly Stored[], signer: Signer): Promise<Batch> {
  const tree = head.tree.copy();
  const entries: [EventId, string][] = [];
  const tiles: [number, number, string][] = [];
  let began = performance.now();
  for (const stored of events) {
    const hash = hashOfLeaf(leafOf(stored));
    entries.push([stored.id as EventId, inBase64(hash)]);
    tree.add(hash, ({ height, index }, subtree) => {
      if (height % tileHeight === 0) tiles.push([height / tileHeight, index, inBase64(subtree)]);
    });
    if (performance.now() - began < sliceMs) continue;
    await nextTurn();
    began = performance.now();
  }
  const { size } = tree;
  const checkpoint = signedNote(checkpointText({ origin: head.origin, size, root: tree.root() }), [signer]);
  return { data: { size, entries, subtrees: tree.subtrees.map(inBase64), tiles, checkpoint }, tree };
}
