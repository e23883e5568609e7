import { expect } from 'chai';
import { releasedHolds } from '../../src/policies/released-holds.ts';
import { fileDeleted, uploads } from '../support/file-writes.ts';
import { held, holdChanged, holdEnded } from '../support/hold-writes.ts';
import { organization } from '../support/organization.ts';
import { subjectsOf } from '../support/policy.ts';

describe('the policy for content that no hold keeps any more', () => {
  it('acts when a hold ends or changes, one pass at a time', () => {
    const past = [...organization(), held(1, { users: [3] })];
    expect(subjectsOf(releasedHolds, past)).to.deep.equal([]);
    expect(subjectsOf(releasedHolds, [...past, holdChanged(1, { until: 7 })])).to.deep.equal(['']);
    expect(subjectsOf(releasedHolds, [...past, holdEnded(1)])).to.deep.equal(['']);
  });

  it('acts when a file was deleted under a hold that has already ended', () => {
    const past = [...organization(), uploads(1, 3), held(1, { users: [3] })];
    const gone = fileDeleted(1, 3, { held: true });
    expect(subjectsOf(releasedHolds, [...past, gone])).to.deep.equal([]);
    expect(subjectsOf(releasedHolds, [...past, holdEnded(1), gone])).to.deep.equal(['']);
    expect(subjectsOf(releasedHolds, [...past, holdEnded(1), fileDeleted(1, 3)])).to.deep.equal([]);
  });
});
