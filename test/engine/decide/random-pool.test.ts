import { expect } from 'chai';
import { pooledRandomBytes } from '../../../src/engine/decide/random-pool.ts';

describe('the pool of random bytes', () => {
  it('never returns the same bytes twice, also when it is filled again', () => {
    const seen = new Set(Array.from({ length: 2_000 }, () => pooledRandomBytes(32).toString('hex')));
    expect(seen.size).to.equal(2_000);
  });

  it('returns copies of the requested length', () => {
    const first = pooledRandomBytes(16);
    const text = first.toString('hex');
    pooledRandomBytes(8 * 1024);
    expect(first).to.have.length(16);
    expect(first.toString('hex')).to.equal(text);
  });
});
