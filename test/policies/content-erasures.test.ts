import { expect } from 'chai';
import { contentErasures } from '../../src/policies/content-erasures.ts';
import { erasureApproved, erasureAsked } from '../support/erasure-writes.ts';
import { organization } from '../support/organization.ts';
import { subjectsOf } from '../support/policy.ts';

describe('the policy that erases content', () => {
  it('has retention runs in addition to requested erasures', () => {
    const run = erasureAsked(1, { retention: { days: 30 } });
    expect(subjectsOf(contentErasures, [...organization(), run])).to.deep.equal(['retention']);
  });

  it('begins when no approval is missing, one erasure after the other', () => {
    const waiting = erasureAsked(1, { needsApproval: true });
    expect(subjectsOf(contentErasures, [...organization(), erasureAsked(1)])).to.deep.equal(['']);
    expect(subjectsOf(contentErasures, [...organization(), waiting])).to.deep.equal([]);
    expect(subjectsOf(contentErasures, [...organization(), waiting, erasureApproved(1, 3)])).to.deep.equal(['']);
  });
});
