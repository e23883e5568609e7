import { expect } from 'chai';
import { realmExportDocumentId, realmExports } from '../../projections/realm-exports.ts';
import { type Given, recorded, testNow } from '../support/given.ts';
import { founded } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';
import { dayMs, realmExportAsked, realmExportDeleted } from '../support/realm-export-writes.ts';

const of = async (...past: Given[]) =>
  (await projectAll(recorded([founded(), ...past]))).get(realmExports.name)?.get(realmExportDocumentId(1, 1));

describe('the read model of exports of what every member may read', () => {
  it('has who requested it when, and when it was deleted', async () => {
    const asked = {
      realmId: 1,
      realmExportId: 1,
      requestedBy: 2,
      requestedAt: testNow,
      expiresAt: testNow + 7 * dayMs,
    };
    expect(await of(realmExportAsked(1))).to.deep.equal(asked);
    const deletedAt = testNow + 1;
    expect(await of(realmExportAsked(1), realmExportDeleted(1, deletedAt))).to.deep.equal({ ...asked, deletedAt });
    expect(await of(realmExportDeleted(1))).to.equal(undefined);
  });

  it('has a document for each', async () => {
    const documents = await projectAll(recorded([founded(), realmExportAsked(1), realmExportAsked(2)]));
    expect([...(documents.get(realmExports.name)?.keys() ?? [])]).to.deep.equal(['1.1', '1.2']);
    expect([realmExportDocumentId(1, 1), realmExportDocumentId(1, 2)]).to.deep.equal(['1.1', '1.2']);
  });
});
