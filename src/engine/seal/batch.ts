/** Makes a sealed batch of events: it adds their leaves to the tree and signs the new tree. */
import { Breaks } from '../../define/breaks.ts';
import { checkpointText } from '../../ledger/checkpoint.ts';
import type { GrowingTree } from '../../ledger/growing-tree.ts';
import { inBase64 } from '../../ledger/hashing.ts';
import { leafHashTextOfStored, type Stored } from '../../ledger/leaf.ts';
import { type Signer, signedNote } from '../../ledger/signed-note.ts';
import { tileHeight } from '../../ledger/tiles.ts';
import type { DataOf } from '../../vocabulary/events/index.ts';
import type { EventId } from '../../vocabulary/ids.ts';
import type { LedgerHead } from './ledger-head.ts';

/** `tree`: the tree with the batch's leaves. */
export type Batch = { readonly data: DataOf<'LedgerSealed'>; readonly tree: GrowingTree };

/** An event to seal: its id with the hash of its leaf, or the stored event. */
export type ToSeal = { readonly id: string; readonly hash: string } | Stored;

export async function batchOf(head: LedgerHead, events: readonly ToSeal[], signer: Signer): Promise<Batch> {
  const tree = head.tree.copy();
  const entries: [EventId, string][] = [];
  const tiles: [number, number, string][] = [];
  const breaks = new Breaks();
  for (const event of events) {
    const hash = 'hash' in event ? event.hash : leafHashTextOfStored(event);
    entries.push([event.id as EventId, hash]);
    tree.add(Buffer.from(hash, 'base64'), ({ height, index }, subtree) => {
      if (height % tileHeight === 0) tiles.push([height / tileHeight, index, inBase64(subtree)]);
    });
    // An event may have half a megabyte, so that this yields to the event loop between two events.
    if (breaks.isDue) await breaks.take();
  }
  const { size } = tree;
  const checkpoint = signedNote(checkpointText({ origin: head.origin, size, root: tree.root() }), [signer]);
  return { data: { size, entries, subtrees: tree.subtrees.map(inBase64), tiles, checkpoint }, tree };
}
