import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { endedAt } from '../../src/vocabulary/realm-exports.ts';
import { stateAfter } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { realmExportAsked, realmExportDeleted, realmExportDownloaded } from '../support/realm-export-writes.ts';

describe('exports of what every member may read in the state', () => {
  it('are only the newest ones (realmExportsListedMax)', () => {
    const asked = Array.from({ length: limits.realmExportsListedMax + 2 }, (_, index) => realmExportAsked(index + 1));
    const { realmExports } = stateAfter([
      ...organization(),
      ...asked,
      realmExportDownloaded(1),
      realmExportDeleted(1),
      realmExportDownloaded(3),
    ]);
    expect([...realmExports.byId.keys()].slice(0, 2)).to.deep.equal([3, 4]);
    expect(realmExports.byId.size).to.equal(limits.realmExportsListedMax);
    expect(realmExports.idMax).to.equal(limits.realmExportsListedMax + 2);
    expect([...realmExports.byId.values()].map(({ downloads }) => downloads).slice(0, 2)).to.deep.equal([1, 0]);
  });

  it('contain when they were deleted, and who requested them', () => {
    const past = [...organization(), realmExportAsked(1, 5), realmExportAsked(2, 6), realmExportDeleted(1, 9)];
    const { byId } = stateAfter([...past, realmExportDeleted(7, 9)]).realmExports;
    expect([...byId.values()].map(({ requestedBy, deletedAt }) => [requestedBy, deletedAt])).to.deep.equal([
      [2, 9],
      [2, undefined],
    ]);
  });

  it('end when they are deleted, or at their time', () => {
    expect(endedAt({ expiresAt: 10 }, 9)).to.equal(undefined);
    expect(endedAt({ expiresAt: 10 }, 10)).to.equal(10);
    expect(endedAt({ expiresAt: 10, deletedAt: 5 }, 20)).to.equal(5);
  });
});
