import { expect } from 'chai';
import { batchOf } from '../../src/engine/seal/batch.ts';
import { GrowingTree } from '../../src/ledger/growing-tree.ts';
import { sha256 } from '../../src/ledger/hashing.ts';
import { privateKeyFrom, verifierOf, verifierText } from '../../src/ledger/signed-note.ts';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { sealedLog, verified } from './sealed-past.ts';

describe('verification of a ledger that somebody continued under a key of their own', () => {
  it('finds that the ledger begins a second time, and that none of its keys signed the rest', async () => {
    const { log, past, close } = await sealedLog({ messages: 10, eventsMax: 7 });
    const began = past.events.find(({ type }) => type === 'LedgerBegan') as StoredEvent;
    const seals = past.events.filter(({ type }) => type === 'LedgerSealed');
    const newest = seals.at(-1) as StoredEvent;
    const { origin } = began.data as DataOf<'LedgerBegan'>;
    const signer = { name: origin, privateKey: privateKeyFrom(sha256('the key of somebody else')) };
    const key = verifierOf(signer);
    const tree = new GrowingTree();
    for (const { data } of seals)
      for (const [, hash] of (data as DataOf<'LedgerSealed'>).entries) tree.add(Buffer.from(hash, 'base64'));
    const again = { ...began, id: '00000000-0000-4000-9000-000000000013', data: { origin, key: verifierText(key) } };
    const head = { origin, key, revision: newest.revision, position: newest.position, tree };
    const { data } = await batchOf(head, [again], signer);
    const forged = [again, { ...newest, id: '00000000-0000-4000-9000-000000000014', data }];
    const { findings, result } = await verified(
      {
        async *readAll(after) {
          yield* log.readAll(after);
          for (const [index, event] of forged.entries()) yield { ...event, position: newest.position + 1 + index };
        },
      },
      { kept: (newest.data as DataOf<'LedgerSealed'>).checkpoint },
    );
    expect(findings.map(({ why }) => why)).to.deep.equal([
      'LedgerBegan: the ledger has already begun',
      'LedgerSealed: no known key signed the note',
    ]);
    expect(result.exit).to.equal(1);
    await close();
  });
});
