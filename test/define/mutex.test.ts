import { expect } from 'chai';
import { KeyedMutex } from '../../src/define/mutex.ts';

describe('a mutex', () => {
  it('serves callers in order, one at a time, and continues after a failure', async () => {
    const mutex = new KeyedMutex();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (name === 'b') throw new Error(name);
    };
    const done = await Promise.allSettled(['a', 'b', 'c'].map((name) => mutex.run('key', work(name))));
    expect(done.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('lets waiting callers go first while the holder releases the mutex, and those who arrive in that time', async () => {
    const mutex = new KeyedMutex();
    const seen: string[] = [];
    const long = mutex.run('key', async (releaseDuring) => {
      seen.push('long begins');
      await Promise.resolve();
      await releaseDuring(async () => {
        await mutex.run('key', async () => void seen.push('came meanwhile'));
      });
      seen.push('long goes on');
      await Promise.resolve();
      seen.push('long ends');
    });
    const waited = mutex.run('key', async () => void seen.push('waited'));
    await Promise.all([long, waited]);
    expect(seen).to.deep.equal(['long begins', 'waited', 'came meanwhile', 'long goes on', 'long ends']);
  });

  it('is free again after a holder that failed while it had released the mutex', async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run('key', (releaseDuring) => releaseDuring(() => Promise.reject(new Error('no'))));
    expect(await failing.then(String, String)).to.equal('Error: no');
    expect(await mutex.run('key', async () => 'free')).to.equal('free');
    await mutex.idle();
  });
});
