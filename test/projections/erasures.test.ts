import { expect } from 'chai';
import { erasureDocumentId, erasures } from '../../projections/erasures.ts';
import { contentErased, erasureApproved, erasureAsked, erasureDone } from '../support/erasure-writes.ts';
import { type Given, recorded } from '../support/given.ts';
import { founded } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

const of = async (...past: Given[]) =>
  (await projectAll(recorded([founded(), ...past]))).get(erasures.name)?.get(erasureDocumentId(1, 1));

describe('the read model of erasures', () => {
  it('has what was requested, the progress, and the certificate', async () => {
    const asked = erasureAsked(1, { needsApproval: true });
    expect(await of(asked)).to.deep.include({ requestedBy: 2, needsApproval: true, messages: 0 });
    const parts = [asked, erasureApproved(1, 3), contentErased(1, [7]), contentErased(1, [8, 9])];
    expect(await of(...parts)).to.deep.include({ approvedBy: 3, messages: 3, events: 6, bytes: 30 });
    expect(await of(...parts)).not.to.have.property('completed');
    expect(await of(...parts, erasureDone(1))).to.have.nested.property('completed.data.messages', 1);
    expect(await of(contentErased(1, [7]))).to.equal(undefined);
  });

  it('has a document for each', async () => {
    const documents = await projectAll(recorded([founded(), erasureAsked(1), erasureAsked(2)]));
    expect([...(documents.get(erasures.name)?.keys() ?? [])]).to.deep.equal(['1.1', '1.2']);
    expect([erasureDocumentId(1, 1), erasureDocumentId(1, 2)]).to.deep.equal(['1.1', '1.2']);
  });
});
