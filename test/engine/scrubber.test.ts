/** When removed content is erased from disk: in one batch, after a delay or at once. A server that stops does not wait for later scrubs. */
import { expect } from 'chai';
import { Scrubber } from '../../src/engine/scrubber.ts';

const hour = 3_600_000;
const ready = async (): Promise<void> => undefined;
const outcome = (promise: Promise<void>): Promise<string> =>
  promise.then(
    () => 'scrubbed',
    (error: Error) => error.message,
  );

describe('the scrubber', () => {
  it('answers all who asked with one scrub', async () => {
    let scrubs = 0;
    const scrubber = new Scrubber(
      ready,
      async () => {
        scrubs += 1;
      },
      1,
    );
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(scrubber.requested())));
    expect(new Set(outcomes)).to.deep.equal(new Set(['scrubbed']));
    expect(scrubs).to.equal(1);
    await scrubber.stop();
  });

  it('rejects waiting requests when the server stops, and later requests too', async () => {
    const scrubber = new Scrubber(ready, ready, hour);
    const waiting = outcome(scrubber.requested());
    await scrubber.stop();
    const late = [outcome(scrubber.requested()), outcome(scrubber.now())];
    expect(await Promise.all([waiting, ...late])).to.deep.equal(Array(3).fill('the server is stopping'));
  });

  it('finishes the scrub that is under way before it stops', async () => {
    let finish = (): void => undefined;
    let begun = (): void => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const scrubber = new Scrubber(
      ready,
      () =>
        new Promise((resolve) => {
          finish = resolve;
          begun();
        }),
      hour,
    );
    const asked = outcome(scrubber.requested());
    const told = outcome(scrubber.now());
    await beginning;
    const order: string[] = [];
    const stopped = scrubber.stop().then(() => order.push('stopped'));
    order.push('finishing');
    finish();
    await stopped;
    expect(order).to.deep.equal(['finishing', 'stopped']);
    expect(await Promise.all([asked, told])).to.deep.equal(['scrubbed', 'scrubbed']);
  });

  it('does not keep a server from stopping that could not begin', async () => {
    const scrubber = new Scrubber(
      () => new Promise(() => undefined),
      () => Promise.reject(new Error('it must not begin')),
      hour,
    );
    const told = outcome(scrubber.now());
    await scrubber.stop();
    expect(await told).to.equal('the server is stopping');
  });
});
