/**
 * Whether the ledger in a log continues the tree of a checkpoint that somebody has kept. Only the batches after that checkpoint are read, so
 * that the cost does not depend on the size of the ledger.
 */
import { Breaks } from '../define/breaks.ts';
import { decode } from '../engine/follow/decode.ts';
import { storedEvents } from '../engine/follow/event-reader.ts';
import { GrowingTree } from '../ledger/growing-tree.ts';
import { type Hash, hashBytes, hashIn } from '../ledger/hashing.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { type KeptCheckpoint, type KeysOfLedger, whereFrom, whyUnlike } from './kept-checkpoints.ts';

type Reading = Pick<EventLog, 'readStream'>;
/** A sealed batch of leaves. */
export type Seal = Recorded<'LedgerSealed'>;

/** The newest batch whose tree has at most `size` leaves. Undefined if there is none. */
export async function newestSeal(log: Reading, realmId: RealmId, size = Infinity): Promise<Seal | undefined> {
  for await (const stored of storedEvents(log, logStream.ledger(realmId), 'backward')) {
    const event = decode(stored);
    if (event?.type === 'LedgerSealed' && event.data.size <= size) return event;
  }
  return undefined;
}

/** The batches from a revision up to another one, both inclusive. */
async function* sealsFrom(log: Reading, realmId: RealmId, revision: number, upTo: number): AsyncGenerator<Seal> {
  for await (const stored of storedEvents(log, logStream.ledger(realmId), 'forward', revision)) {
    if (stored.revision > upTo) return;
    const event = decode(stored);
    if (event?.type === 'LedgerSealed') yield event;
  }
}

/** Zeros for a text that is not a hash, so that the tree differs from the signed one. */
const asHash = (text: string): Hash => hashIn(text) ?? Buffer.alloc(hashBytes);

/** The reason why the tree that ends with the batch `newest` does not continue the tree of the checkpoint. Undefined if it does. */
export async function whyNotContinued(
  log: Reading,
  newest: Seal,
  root: Hash,
  kept: KeptCheckpoint,
  ledger: KeysOfLedger,
): Promise<string | undefined> {
  const { realmId, data } = newest;
  if (kept.size > data.size) return `the ledger has fewer leaves${whereFrom(kept, ledger)}`;
  const before = await newestSeal(log, realmId, kept.size);
  const { size = 0, subtrees = [] } = before?.data ?? {};
  const tree = treeOf(size, subtrees);
  if (!tree) return `the batch of ${size} leaves has other subtrees`;
  const why = (): string | undefined => whyUnlike(kept, tree.root(), ledger);
  let unlike = tree.size === kept.size ? why() : undefined;
  const breaks = new Breaks();
  for await (const seal of sealsFrom(log, realmId, (before?.revision ?? 0) + 1, newest.revision)) {
    for (const [, hash] of seal.data.entries) {
      tree.add(asHash(hash));
      if (tree.size === kept.size) unlike = why();
    }
    if (unlike !== undefined) break;
    if (breaks.isDue) await breaks.take();
  }
  return unlike ?? (tree.root().equals(root) ? undefined : 'the later leaves do not lead to the newest checkpoint');
}

function treeOf(size: number, subtrees: readonly string[]): GrowingTree | undefined {
  try {
    return new GrowingTree(size, subtrees.map(asHash));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
