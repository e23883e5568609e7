/** Work that fails is tried again, until it is done or nobody wants it any more. */
import { expect } from 'chai';
import { untilDone } from '../../../src/engine/react/until-done.ts';

describe('work that is tried until it is done', () => {
  it('is told of each failure, and is over with the first success', async () => {
    const failures: unknown[] = [];
    let tries = 0;
    const work = async (): Promise<void> => {
      tries += 1;
      if (tries < 3) throw tries;
    };
    await untilDone(work, {
      signal: new AbortController().signal,
      failed: (error) => failures.push(error),
      pauseMs: 0,
    });
    expect([tries, failures]).to.deep.equal([3, [1, 2]]);
  });

  it('ends if it is not wanted any more, in the middle of a pause too', async () => {
    const stop = new AbortController();
    let tries = 0;
    const work = async (): Promise<void> => {
      tries += 1;
      throw new Error('no');
    };
    const trying = untilDone(work, {
      signal: stop.signal,
      failed: () => setImmediate(() => stop.abort()),
      pauseMs: 1e9,
    });
    await trying;
    expect(tries).to.equal(1);
    await untilDone(work, { signal: stop.signal, failed: () => undefined });
    expect(tries).to.equal(1);
  });
});
