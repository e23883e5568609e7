import { expect } from 'chai';
import { Attempts } from '../../../src/http/request/attempts.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';

const isRefused = (attempt: () => unknown): boolean => {
  try {
    attempt();
    return false;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 429) return true;
    throw error;
  }
};

describe('limited attempts', () => {
  it('are limited in a period for each subject; those that are taken back do not count', () => {
    const attempts = new Attempts({ max: 2, secs: 10, remembered: 10 });
    attempts.begin('a', 0);
    attempts.begin('a', 1)();
    attempts.begin('a', 2);
    expect(isRefused(() => attempts.begin('a', 9_999))).to.equal(true);
    expect(isRefused(() => attempts.begin('b', 9_999))).to.equal(false);
    expect(isRefused(() => attempts.begin('a', 10_000))).to.equal(false);
  });

  it('are remembered for a limited number of subjects; the oldest are forgotten (invitedAddressesMax, invitingMembersMax)', () => {
    const attempts = new Attempts({ max: 1, secs: 10, remembered: 2 });
    for (const about of ['a', 'b', 'c']) attempts.begin(about, 0);
    expect(attempts.size).to.equal(2);
    expect(['c', 'b'].map((about) => isRefused(() => attempts.begin(about, 1)))).to.deep.equal([true, true]);
    expect(isRefused(() => attempts.begin('a', 1))).to.equal(false);
  });
});
