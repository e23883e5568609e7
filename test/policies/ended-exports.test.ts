import { expect } from 'chai';
import { endedExports } from '../../src/policies/ended-exports.ts';
import { exportAsked, exportEnded, exportFailed, exportMade } from '../support/export-writes.ts';
import { organization } from '../support/organization.ts';
import { subjectsOf } from '../support/policy.ts';

describe('the policy that removes the files of exports for review', () => {
  it('acts when one has failed or ended', () => {
    const base = [...organization(), exportAsked(7)];
    expect(subjectsOf(endedExports, [...base, exportFailed(7)])).to.deep.equal(['7']);
    expect(subjectsOf(endedExports, [...base, exportMade(7), exportEnded(7)])).to.deep.equal(['7']);
    expect(subjectsOf(endedExports, [...base, exportMade(7)])).to.deep.equal([]);
  });
});
