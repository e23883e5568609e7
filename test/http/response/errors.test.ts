import { expect } from 'chai';
import { PastFailed } from '../../../src/http/past/pasts.ts';
import { respondThrown } from '../../../src/http/response/errors.ts';
import { problemOf } from '../../../src/http/response/problem-of.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';

/** Whether an answer to this error is logged as a failure. */
function isLogged(thrown: Error): boolean {
  const failures: unknown[] = [];
  const context = { state: {}, set() {}, response: {}, request: {}, res: { setHeader() {} }, get: () => '' };
  respondThrown(context as never, thrown, (_, failed) => failures.push(failed));
  return failures.includes(thrown);
}

describe('a request that is answered with an error', () => {
  it('is logged if the service failed, and not if the request was wrong', () => {
    expect(isLogged(new Refused({ code: 'unavailable', detail: 'the log is away' }))).to.equal(true);
    expect(isLogged(new Refused({ code: 'message-missing' }))).to.equal(false);
    const failed = new PastFailed('the moment could not be reconstructed');
    expect([isLogged(failed), problemOf(failed)?.status]).to.deep.equal([true, 503]);
  });
});
