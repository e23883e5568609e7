import { expect } from 'chai';
import { exportDocumentId, reviewExports } from '../../projections/exports.ts';
import { exportAsked, exportEnded, exportFailed, exportMade } from '../support/export-writes.ts';
import { type Given, recorded } from '../support/given.ts';
import { founded } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

const of = async (...past: Given[]) =>
  (await projectAll(recorded([founded(), ...past]))).get(reviewExports.name)?.get(exportDocumentId(1, 1));

describe('the read model of exports for review', () => {
  it('has what was requested, and the result', async () => {
    const asked = exportAsked(1, { topics: ['lunch'] });
    expect(await of(asked)).to.deep.include({ requestedBy: 2, topics: ['lunch'], reason: 'case', upTo: null });
    expect(await of(asked)).not.to.have.property('made');
    expect(await of(asked, exportMade(1))).to.have.nested.property('made.messages', 3);
    expect(await of(asked, exportFailed(1))).to.have.property('failed', 'nothing');
    expect(await of(asked, exportMade(1), exportEnded(1, 'erased'))).to.have.property('ended', 'erased');
    expect(await of(exportMade(1))).to.equal(undefined);
  });

  it('has a document for each', async () => {
    const documents = await projectAll(recorded([founded(), exportAsked(1), exportAsked(2)]));
    expect([...(documents.get(reviewExports.name)?.keys() ?? [])]).to.deep.equal(['1.1', '1.2']);
    expect([exportDocumentId(1, 1), exportDocumentId(1, 2)]).to.deep.equal(['1.1', '1.2']);
  });
});
