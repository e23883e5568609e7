import { expect } from 'chai';
import type { Logger } from '../../../src/engine/logger.ts';
import { PastFailed, PastNotReady, PastsTaken } from '../../../src/http/past/pasts.ts';
import { respondThrown } from '../../../src/http/response/errors.ts';
import { problemOf } from '../../../src/http/response/problem-of.ts';
import { type Refusal, Refused } from '../../../src/vocabulary/refusals.ts';

/** How many lines an answer to this error writes. */
function linesFor(thrown: Error): number {
  let lines = 0;
  const line = (): void => {
    lines += 1;
  };
  const logger: Logger = { debug: line, info: line, warn: line, error: line };
  const context = { state: {}, set() {}, response: {}, request: {}, res: { setHeader() {} }, get: () => '' };
  respondThrown(context as never, thrown, logger);
  return lines;
}

const linesOf = (refusal: Refusal): number => linesFor(new Refused(refusal));

describe('a request that fails', () => {
  it('is a line of the log where the service failed, and none where callers make it too busy', () => {
    expect(linesOf({ code: 'unavailable', detail: 'the log is away' })).to.equal(1);
    expect(linesOf({ code: 'unavailable', detail: 'too many', cause: 'too-busy' })).to.equal(0);
    expect(linesOf({ code: 'message-missing' })).to.equal(0);
    expect(linesFor(new PastsTaken('all are being looked at'))).to.equal(0);
    expect(linesFor(new PastNotReady('the moment is being brought back'))).to.equal(0);
    const failed = new PastFailed('the moment could not be brought back');
    expect([linesFor(failed), problemOf(failed)?.status]).to.deep.equal([1, 503]);
  });
});
