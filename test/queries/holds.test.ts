import { expect } from 'chai';
import type { DeletionDocument } from '../../projections/deletions.ts';
import { deletedUnder } from '../../src/queries/holds.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { realmId } from '../support/given.ts';

describe('deletions before a hold', () => {
  const page = Array.from({ length: 1_000 }, (_, index) => ({
    realmId,
    messageId: 5_000 - index,
    senderId: (index % 2) + 1,
    participants: [],
    stoodIn: [],
    ...(index === 0 && { held: true }),
  })) as unknown as DeletionDocument[];
  const view = {
    scan: async (_model: unknown, _index: unknown, { to }: { to?: number }) => (to === 7 ? page.slice(0, 3) : page),
  };

  it('are counted page by page, without those that are held, up to a limit (deletionsCountedMax)', async () => {
    const count = (before?: number) => deletedUnder(view as never, realmId, ({ senderId }) => senderId === 1, before);
    expect(await count()).to.deep.equal({ count: 499, seen: 1_000, last: 4_001 });
    expect(await count(8)).to.deep.equal({ count: 1, seen: 3, last: undefined });
    expect(limits.deletionsCountedMax % 1_000).to.equal(0);
  });
});
