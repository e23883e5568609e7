import { expect } from 'chai';
import { expiredExports, isUnderWay } from '../../src/state/exports.ts';
import { contentErased, personErased } from '../support/erasure-writes.ts';
import { exportAsked, exportEnded, exportFailed, exportMade } from '../support/export-writes.ts';
import { type Given, realmId, serverAfter, stateAfter, testNow } from '../support/given.ts';
import { organization } from '../support/organization.ts';

const exportsAfter = (...events: Given[]) => stateAfter([...organization(), ...events]).exports;
const one = (...events: Given[]) => exportsAfter(...events).byId.get(1 as never);

describe('exports for review in the state', () => {
  it('are under way until their file is there', () => {
    const asked = one(exportAsked(1));
    expect(asked).to.include({ exportId: 1, requestedBy: 2 });
    expect(asked?.eventId).to.be.a('string');
    expect(asked && isUnderWay(asked)).to.equal(true);
    const made = one(exportAsked(1), exportMade(1));
    expect(made).to.include({ exportId: 1, requestedBy: 2, expiresAt: testNow + 1_000 });
    expect(made && isUnderWay(made)).to.equal(false);
    expect(one(exportMade(1))).to.equal(undefined);
  });

  it('are removed when they fail or end; ids are not used again', () => {
    expect(one(exportAsked(1), exportFailed(1))).to.equal(undefined);
    expect(one(exportAsked(1), exportMade(1), exportEnded(1))).to.equal(undefined);
    expect(exportsAfter(exportAsked(2), exportAsked(1), exportFailed(2)).exportIdMax).to.equal(2);
  });

  it('expire at their time, but not before the import of their organization is complete', () => {
    const server = serverAfter([...organization(), exportAsked(1), exportMade(1), exportAsked(2)]);
    const expired = [{ realmId, exportId: 1 }];
    expect(expiredExports(server, testNow + 999)).to.deep.equal([]);
    expect(expiredExports(server, testNow + 1_000)).to.deep.equal(expired);
    server.importing.add(realmId as never);
    expect(expiredExports(server, testNow + 1_000)).to.deep.equal([]);
  });

  it('know how often something was erased, which they may have read before', () => {
    expect(exportsAfter().erased).to.equal(0);
    expect(exportsAfter(contentErased(1, [7]), personErased(3), contentErased(1, [8])).erased).to.equal(3);
  });
});
