import { expect } from 'chai';
import { reviewExports } from '../../src/policies/review-exports.ts';
import { exportAsked } from '../support/export-writes.ts';
import { organization } from '../support/organization.ts';
import { subjectsOf } from '../support/policy.ts';

describe('the policy that makes exports for review', () => {
  it('makes one after another', () => {
    expect(subjectsOf(reviewExports, [...organization(), exportAsked(1)])).to.deep.equal(['']);
  });
});
