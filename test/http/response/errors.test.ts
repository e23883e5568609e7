import { expect } from 'chai';
import type { Logger } from '../../../src/engine/logger.ts';
import { respondThrown } from '../../../src/http/response/errors.ts';
import { type Refusal, Refused } from '../../../src/vocabulary/refusals.ts';

/** How many lines an answer with this refusal writes. */
function linesOf(refusal: Refusal): number {
  let lines = 0;
  const line = (): void => {
    lines += 1;
  };
  const logger: Logger = { debug: line, info: line, warn: line, error: line };
  const context = { state: {}, set() {}, response: {}, request: {}, res: { setHeader() {} }, get: () => '' };
  respondThrown(context as never, new Refused(refusal), logger);
  return lines;
}

describe('a request that fails', () => {
  it('is a line of the log where the service failed, and none where strangers make it too busy', () => {
    expect(linesOf({ code: 'unavailable', detail: 'the log is away' })).to.equal(1);
    expect(linesOf({ code: 'unavailable', detail: 'too many', cause: 'too-busy' })).to.equal(0);
    expect(linesOf({ code: 'message-missing' })).to.equal(0);
  });
});
