import { expect } from 'chai';
import { newestSeal, whyNotContinued } from '../../src/audit/continued-ledger.ts';
import { type KeptCheckpoint, keptCheckpoints } from '../../src/audit/kept-checkpoints.ts';
import { batchOf } from '../../src/engine/seal/batch.ts';
import { checkpointIn } from '../../src/ledger/checkpoint.ts';
import { GrowingTree } from '../../src/ledger/growing-tree.ts';
import { inBase64, sha256 } from '../../src/ledger/hashing.ts';
import { privateKeyFrom, readNote, verifierOf, verifierText } from '../../src/ledger/signed-note.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents } from '../support/engine.ts';
import { happened, realmId } from '../support/given.ts';
import { testKeys } from '../support/sealed.ts';
import { openLog } from './log-fixture.ts';

const origin = 'chat.example.com/audit/test';
const signer = { name: origin, privateKey: testKeys.current };
const key = verifierOf(signer);

/** Batches of three leaves each. `words` are hashed; a different word makes another history. */
async function sealsOf(words: readonly string[]): Promise<DataOf<'LedgerSealed'>[]> {
  const seals: DataOf<'LedgerSealed'>[] = [];
  let tree = new GrowingTree();
  for (let from = 0; from < words.length; from += 3) {
    const leaves = words.slice(from, from + 3).map((word) => ({ id: word, hash: inBase64(sha256(word)) }));
    const batch = await batchOf({ origin, key, revision: 0, position: 0, tree }, leaves, signer);
    tree = batch.tree;
    seals.push(batch.data);
  }
  return seals;
}
const words = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `word ${from + at}`);

const keptOf = ({ checkpoint }: DataOf<'LedgerSealed'>): KeptCheckpoint =>
  keptCheckpoints(`${checkpoint}\n`)[0] as KeptCheckpoint;

describe('a ledger that continues a kept checkpoint', () => {
  let log: EventLog;
  beforeEach(async () => {
    log = await openLog();
  });
  afterEach(() => log.close());

  async function append(seals: readonly DataOf<'LedgerSealed'>[]): Promise<void> {
    const stream = logStream.ledger(realmId);
    await appendEvents(log, [
      happened(stream, 'LedgerBegan', { origin, key: verifierText(key) }),
      ...seals.map((data) => happened(stream, 'LedgerSealed', data)),
    ]);
  }
  async function whyNot(kept: KeptCheckpoint, keys = [key]): Promise<string | undefined> {
    const newest = await newestSeal(log, realmId);
    if (!newest) throw new Error('there is one');
    const { root } = checkpointIn(readNote(newest.data.checkpoint).text);
    return whyNotContinued(log, newest, root, kept, { keys, isImported: false });
  }
  async function whyOf(seals: readonly DataOf<'LedgerSealed'>[], kept: KeptCheckpoint): Promise<string | undefined> {
    await append(seals);
    return whyNot(kept);
  }

  it('has its tree at every batch, even many batches later', async () => {
    const seals = await sealsOf(words(90));
    await append(seals);
    for (const seal of seals) expect(await whyNot(keptOf(seal)), `${seal.size}`).to.equal(undefined);
  });

  it('is not a ledger with other leaves before the checkpoint, whether or not it has a batch of that size', async () => {
    const [whole, short] = [await sealsOf(words(30)), await sealsOf([...words(19), 'end'])];
    const other = await sealsOf([...words(5), 'another', ...words(40, 6)]);
    const last = (of: readonly DataOf<'LedgerSealed'>[]) => keptOf(of.at(-1) as DataOf<'LedgerSealed'>);
    const unlike = /the leaves have another root than the checkpoint that was kept, line 1$/;
    expect(await whyOf(other, last(whole))).to.match(unlike);
    expect(await whyNot(last(short))).to.match(unlike);
  });

  it('is not a ledger with fewer leaves', async () => {
    const seals = await sealsOf(words(30));
    const kept = keptOf(seals[6] as DataOf<'LedgerSealed'>);
    expect(await whyOf(seals.slice(0, 5), kept)).to.equal('the ledger has fewer leaves');
  });

  it('is not a ledger whose later leaves do not lead to its newest checkpoint', async () => {
    const seals = await sealsOf(words(30));
    const other = await sealsOf([...words(24), 'another', ...words(5, 25)]);
    const kept = keptOf(seals[6] as DataOf<'LedgerSealed'>);
    const changed = seals.map((seal, at) => (at === 8 ? { ...seal, entries: other[8]?.entries ?? [] } : seal));
    expect(await whyOf(changed, kept)).to.equal('the later leaves do not lead to the newest checkpoint');
  });

  it('is not a ledger whose batch has other subtrees than the checkpoint', async () => {
    const seals = await sealsOf(words(30));
    const kept = keptOf(seals[6] as DataOf<'LedgerSealed'>);
    const changed = seals.map((seal, at) => (at === 6 ? { ...seal, subtrees: seal.subtrees.slice(1) } : seal));
    expect(await whyOf(changed, kept)).to.equal('the batch of 21 leaves has other subtrees');
  });

  it('is not a ledger whose keys did not sign the checkpoint', async () => {
    const seals = await sealsOf(words(6));
    await append(seals);
    const keys = [verifierOf({ name: origin, privateKey: privateKeyFrom(sha256('another key')) })];
    expect(await whyNot(keptOf(seals[0] as DataOf<'LedgerSealed'>), keys)).to.include(
      'none of the keys of the ledger signed',
    );
  });
});
