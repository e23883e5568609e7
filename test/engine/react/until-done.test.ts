/** Work that fails is tried again, until it is done or nobody wants it any more. */
import { expect } from 'chai';
import { untilDone } from '../../../src/engine/react/until-done.ts';

describe('work that is repeated until it is done', () => {
  it('reports each failure, and ends with the first success', async () => {
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

  it('stops when it is aborted, even during a pause', async () => {
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
