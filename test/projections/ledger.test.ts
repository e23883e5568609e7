import { expect } from 'chai';
import { batchOf } from '../../src/engine/seal/batch.ts';
import { GrowingTree } from '../../src/ledger/growing-tree.ts';
import { inBase64 } from '../../src/ledger/hashing.ts';
import { verifierOf, verifierText } from '../../src/ledger/signed-note.ts';
import {
  consistencyIn,
  hashesOfLevel,
  inclusionIn,
  leafIndexesOf,
  leafIndexOf,
  ledgerKeysOf,
  newestSeal,
  sealedEvents,
  sealOfSize,
} from '../../src/queries/ledger.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { isConsistent, rootByInclusion } from '../ledger/proof-checks.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { testKeys } from '../support/sealed.ts';

const origin = 'chat.example.com/audit/test';
const signer = { name: origin, privateKey: testKeys.current };
const stream = logStream.ledger(realmId);
const eventId = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Batches of these sizes, one after the other. */
async function sealedIn(...sizes: readonly number[]): Promise<{ past: Given[]; roots: Map<number, Buffer> }> {
  const key = verifierOf(signer);
  const past = [happened(stream, 'LedgerBegan', { origin, key: verifierText(key) })];
  const roots = new Map<number, Buffer>();
  let tree = new GrowingTree();
  for (const size of sizes) {
    const events = Array.from({ length: size }, (_, at) => ({
      id: eventId(tree.size + at),
      stream: 'message-1.1',
      type: 'MessageSent',
      data: {},
      metadata: { actor: null, at: 1, client: 'x', requestId: 'r', schema: 1, salt: 'c2FsdA' },
    }));
    const batch = await batchOf({ origin, key, revision: 0, position: 0, tree }, events, signer);
    ({ tree } = batch);
    roots.set(tree.size, tree.root());
    past.push(happened(stream, 'LedgerSealed', batch.data));
  }
  return { past, roots };
}

describe('ledger', () => {
  it('has each batch, found by size and by event', async () => {
    const { past } = await sealedIn(3, 1, 700);
    const view = await readAfter(past);
    expect(await newestSeal(view, realmId)).to.include({ first: 4, size: 704 });
    expect(await sealOfSize(view, realmId, 4)).to.include({ first: 3, size: 4 });
    expect(await sealOfSize(view, realmId, 5)).to.equal(undefined);
    expect(await leafIndexOf(view, realmId, eventId(3))).to.equal(3);
    expect(await leafIndexOf(view, realmId, eventId(703))).to.equal(703);
    expect(await leafIndexOf(view, realmId, eventId(704))).to.equal(undefined);
    const asked = [700, 704, 0].map(eventId);
    expect(await leafIndexesOf(view, realmId, asked)).to.deep.equal([700, undefined, 0]);
    expect((await sealedEvents(view, realmId, 2, 6)).map(({ id }) => id)).to.deep.equal([2, 3, 4, 5].map(eventId));
    expect(await ledgerKeysOf(view, realmId)).to.have.length(1);
  });

  it('has each signing key, with the event from which it counts', async () => {
    const replaced = happened(
      stream,
      'LedgerKeyReplaced',
      { key: 'new', previousKey: 'old', note: 'signed' },
      { at: 7 },
    );
    const keys = await ledgerKeysOf(await readAfter((await sealedIn(1)).past, replaced), realmId);
    expect(keys.map(({ keyRevision }) => keyRevision)).to.deep.equal([0, 2]);
    expect(keys[1]).to.include({ key: 'new', at: 7 });
    expect(keys[1]?.eventId).to.be.a('string');
  });

  it('has the hashes that every proof needs', async () => {
    const { past, roots } = await sealedIn(200, 56, 1, 3, 500, 300);
    const view = await readAfter(past);
    const size = 1060;
    expect(await hashesOfLevel(view, realmId, 1, 0, 256)).to.have.length(4);
    const root = roots.get(size) as Buffer;
    for (const { index, hash } of await sealedEvents(view, realmId, 0, 1060)) {
      if (index % 97 > 1 && index < 1055) continue;
      const proof = await inclusionIn(view, realmId, index, size);
      expect(rootByInclusion(Buffer.from(hash, 'base64'), index, size, proof)?.equals(root), `${index}`).to.equal(true);
    }
    for (const [from, old] of roots) {
      const proof = await consistencyIn(view, realmId, from, size);
      expect(isConsistent({ size: from, root: old }, { size, root }, proof), inBase64(old)).to.equal(true);
    }
  });
});
