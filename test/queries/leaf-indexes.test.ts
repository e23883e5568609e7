import { expect } from 'chai';
import type { SealDocument } from '../../projections/ledger.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import { LeafIndexes } from '../../src/queries/leaf-indexes.ts';
import type { EventId, RealmId } from '../../src/vocabulary/ids.ts';

const batch = (first: number, ...ids: string[]): SealDocument => ({
  ...{ realmId: 1, first, size: first + ids.length, hashes: '', checkpoint: '' },
  eventIds: ids as EventId[],
});

describe('the indexes of leaves', () => {
  const batches = [batch(0, 'a', 'b'), batch(2, 'c'), ...[3, 4, 5, 6].map((at) => batch(at, `e${at}`))];
  let reads: string[];
  let indexes: LeafIndexes;

  beforeEach(() => {
    reads = [];
    const scan = async (_model: unknown, _index: string, { prefix }: { prefix: readonly unknown[] }) => {
      const id = String(prefix[1]) as EventId;
      reads.push(id);
      return batches.filter(({ eventIds }) => eventIds.includes(id));
    };
    indexes = new LeafIndexes({ scan } as unknown as ReadView, 1 as RealmId);
  });

  it('are read once for the events of a batch, also where they are asked for at once', async () => {
    expect(await Promise.all(['a', 'b', 'a', 'c'].map((id) => indexes.of(id)))).to.deep.equal([0, 1, 0, 2]);
    expect(reads).to.deep.equal(['a', 'c']);
  });

  it('are null for what is not sealed', async () => {
    expect(await indexes.of('elsewhere')).to.equal(null);
  });

  it('are held for few batches', async () => {
    for (const id of ['a', 'c', 'e3', 'e4', 'e5', 'e6', 'b', 'e6']) await indexes.of(id);
    expect(reads).to.deep.equal(['a', 'c', 'e3', 'e4', 'e5', 'e6', 'b']);
  });

  it('are asked for again after a failure', async () => {
    let fails = true;
    const scan = async () => {
      if (fails) throw new Error('the store is away');
      return [batches[0]];
    };
    const failing = new LeafIndexes({ scan } as unknown as ReadView, 1 as RealmId);
    const failed = await failing.of('a').catch((error: Error) => error.message);
    fails = false;
    expect([failed, await failing.of('a')]).to.deep.equal(['the store is away', 0]);
  });
});
