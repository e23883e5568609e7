import { expect } from 'chai';
import type { Logger } from '../../../src/engine/logger.ts';
import { retrying } from '../../../src/engine/project/retry.ts';
import { LeaseLost, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { silent } from '../../support/engine.ts';

/** Work that fails with these errors before it succeeds, and the pauses between the tries. */
async function tried(errors: readonly Error[]) {
  const logged: unknown[] = [];
  const pauses: number[] = [];
  const logger: Logger = { ...silent, error: (about) => logged.push(about) };
  let failures = 0;
  const retry = retrying(
    { logger },
    () => {
      failures += 1;
    },
    async (ms) => pauses.push(ms),
  );
  const left = [...errors];
  const done = await retry.on(async () => {
    const error = left.shift();
    if (error) throw error;
    return 'done';
  });
  return { done, pauses, logged, failures, retry };
}

const errors = (count: number, make: () => Error): Error[] => Array.from({ length: count }, make);
const away = () => new ReadStoreUnavailable('away');
const other = () => new RangeError('no idea');

describe('work on the read store', () => {
  it('is tried until it succeeds, every half second while the store is out of reach, which is logged once', async () => {
    const { done, pauses, logged, failures } = await tried(errors(20, away));
    expect([done, failures, logged.length]).to.deep.equal(['done', 20, 1]);
    expect(new Set(pauses)).to.deep.equal(new Set([500]));
  });

  it('that fails for another reason is tried at growing intervals of up to eight seconds', async () => {
    const { done, pauses } = await tried([...errors(11, other), away(), other()]);
    expect(done).to.equal('done');
    expect(pauses).to.deep.equal([500, 500, 500, 500, 500, 1000, 2000, 4000, 8000, 8000, 8000, 500, 500]);
  });

  it('stops if another process has the lease, and if this one closes', async () => {
    expect((await tried([new LeaseLost()])).done).to.equal(undefined);
    const { retry } = await tried([]);
    retry.end();
    expect(await retry.on(async () => 'done')).to.equal(undefined);
    const closing = retrying({ logger: silent }, () => closing.end());
    expect(
      await closing.on(async () => {
        throw other();
      }),
    ).to.equal(undefined);
  });
});
