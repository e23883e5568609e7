import { expect } from 'chai';
import { signInAttempts } from '../../../src/http/request/attempt-counters.ts';
import type { Attempts } from '../../../src/http/request/attempts.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

const begun = (attempts: Attempts, account: string, now = 0): boolean => {
  try {
    attempts.begin(account, now);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 429) return false;
    throw error;
  }
};
const exhausted = (): Attempts => {
  const attempts = signInAttempts();
  for (let tries = 0; tries < limits.signInFailuresMax; tries += 1) expect(begun(attempts, 'a')).to.equal(true);
  return attempts;
};

describe('attempts to sign in', () => {
  it('are limited for each account, even while they are under way (signInFailuresMax)', () => {
    const attempts = exhausted();
    expect([begun(attempts, 'a'), begun(attempts, 'b')]).to.deep.equal([false, true]);
  });

  it('are allowed again after half an hour (signInFailureSecs)', () => {
    const attempts = exhausted();
    const end = limits.signInFailureSecs * 1000;
    expect([begun(attempts, 'a', end - 1), begun(attempts, 'a', end)]).to.deep.equal([false, true]);
  });

  it('do not count if the password was right', () => {
    const attempts = signInAttempts();
    for (let tries = 0; tries < 2 * limits.signInFailuresMax; tries += 1) attempts.begin('a', 0)();
    expect(begun(attempts, 'a')).to.equal(true);
  });

  it('are remembered for a limited number of accounts (signInAccountsMax)', () => {
    const attempts = signInAttempts(3);
    for (const account of ['a', 'b', 'c', 'd', 'd']) begun(attempts, account);
    expect(attempts.size).to.equal(3);
  });
});
