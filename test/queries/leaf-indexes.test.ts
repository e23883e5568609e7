import { expect } from 'chai';
import type { LeavesDocument } from '../../projections/ledger.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import { LeafIndexes } from '../../src/queries/leaf-indexes.ts';
import type { EventId, RealmId } from '../../src/vocabulary/ids.ts';

const leaves = (firstLeaf: number, ...ids: string[]): LeavesDocument => ({
  ...{ realmId: 1, firstLeaf, leavesUpTo: firstLeaf + ids.length, hashes: '' },
  eventIds: ids as EventId[],
});

describe('the indexes of leaves', () => {
  const documents = [leaves(0, 'a', 'b'), leaves(2, 'c'), ...[3, 4, 5, 6].map((at) => leaves(at, `e${at}`))];
  let reads: string[];
  let indexes: LeafIndexes;

  beforeEach(() => {
    reads = [];
    const scan = async (_model: unknown, _index: string, { prefix }: { prefix: readonly unknown[] }) => {
      const id = String(prefix[1]) as EventId;
      reads.push(id);
      return documents.filter(({ eventIds }) => eventIds.includes(id));
    };
    indexes = new LeafIndexes({ scan } as unknown as ReadView, 1 as RealmId);
  });

  it('are read once for events side by side, also where they are asked for at once', async () => {
    expect(await Promise.all(['a', 'b', 'a', 'c'].map((id) => indexes.of(id)))).to.deep.equal([0, 1, 0, 2]);
    expect(reads).to.deep.equal(['a', 'c']);
  });

  it('are null for what is not sealed', async () => {
    expect(await indexes.of('elsewhere')).to.equal(null);
  });

  it('are held for few documents', async () => {
    for (const id of ['a', 'c', 'e3', 'e4', 'e5', 'e6', 'b', 'e6']) await indexes.of(id);
    expect(reads).to.deep.equal(['a', 'c', 'e3', 'e4', 'e5', 'e6', 'b']);
  });

  it('are asked for again after a failure', async () => {
    let fails = true;
    const scan = async () => {
      if (fails) throw new Error('the store is away');
      return [documents[0]];
    };
    const failing = new LeafIndexes({ scan } as unknown as ReadView, 1 as RealmId);
    const failed = await failing.of('a').catch((error: Error) => error.message);
    fails = false;
    expect([failed, await failing.of('a')]).to.deep.equal(['the store is away', 0]);
  });
});
