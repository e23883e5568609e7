/** Checks everything that a log has sealed: each recorded event once, in the order of the log, under signed trees. */
import { expect } from 'chai';
import type { LedgerKeys } from '../../src/engine/seal/ledger-keys.ts';
import { checkpointIn } from '../../src/ledger/checkpoint.ts';
import { GrowingTree } from '../../src/ledger/growing-tree.ts';
import { inBase64, sha256 } from '../../src/ledger/hashing.ts';
import { hashOfLeaf, leafOf } from '../../src/ledger/leaf.ts';
import { privateKeyFrom, type Verifier, verifiedText, verifierIn } from '../../src/ledger/signed-note.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { recordedIn } from '../../src/vocabulary/recorded-kinds.ts';

export const testKeys: LedgerKeys = { current: privateKeyFrom(sha256('a key for tests')) };

export const sealing = { keys: testKeys, host: 'chat.example.com', withinMs: 5 };

export type Sealed = {
  readonly ids: readonly string[];
  readonly batches: readonly number[];
  /** Recorded events that are not in any batch. */
  readonly unsealed: readonly string[];
  readonly events: readonly StoredEvent[];
};

/** Throws if a batch does not follow from the events of the log. The leaves of events that the log no longer has are accepted. */
export async function sealedIn(log: EventLog, realmId = 1): Promise<Sealed> {
  const tree = new GrowingTree();
  const events: StoredEvent[] = [];
  const hashes = new Map<string, string>();
  const verifiers: Verifier[] = [];
  const ids: string[] = [];
  const batches: number[] = [];
  let origin = '';
  for await (const event of log.readAll(0)) {
    events.push(event);
    if (recordedIn(event)?.includes(realmId)) hashes.set(event.id, inBase64(hashOfLeaf(leafOf(event))));
    if (event.stream !== `ledger-${realmId}.seals`) continue;
    if (event.type === 'LedgerBegan') ({ origin } = event.data as DataOf<'LedgerBegan'>);
    if (event.type !== 'LedgerSealed') {
      verifiers.push(verifierIn((event.data as DataOf<'LedgerBegan' | 'LedgerKeyReplaced'>).key));
      continue;
    }
    const { entries, size, subtrees, checkpoint } = event.data as DataOf<'LedgerSealed'>;
    for (const [id, hash] of entries) {
      if ((hashes.get(id) ?? hash) !== hash) throw new Error(`another hash was sealed than that of the event ${id}`);
      tree.add(Buffer.from(hash, 'base64'));
      ids.push(id);
    }
    batches.push(entries.length);
    expect(size).to.equal(tree.size);
    expect(subtrees).to.deep.equal(tree.subtrees.map(inBase64));
    const signed = checkpointIn(verifiedText(checkpoint, verifiers.slice(-1)));
    expect({ ...signed, root: inBase64(signed.root) }).to.deep.equal({ origin, size, root: inBase64(tree.root()) });
  }
  const recorded = [...hashes.keys()];
  expect(new Set(ids).size, 'nothing is sealed twice').to.equal(ids.length);
  const sealed = ids.filter((id) => hashes.has(id));
  expect(sealed, 'in the order of the log').to.deep.equal(recorded.slice(0, sealed.length));
  return { ids, batches, unsealed: recorded.slice(sealed.length), events };
}
