import { expect } from 'chai';
import { settlesWithin } from '../../src/define/settles-within.ts';

describe('settlesWithin', () => {
  it('is true as soon as the promise resolves or rejects', async () => {
    expect(await settlesWithin(60_000, Promise.resolve())).to.equal(true);
    expect(await settlesWithin(60_000, Promise.reject(new Error('no')))).to.equal(true);
  });

  it('is false when the time is over', async () => {
    expect(await settlesWithin(1, new Promise(() => undefined))).to.equal(false);
  });
});
