/** When deleted content is erased from the disk: in one batch, after a delay or at once. A stopping server does not wait for later scrubs. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { erasure as performed } from '../../src/audit/erasure.ts';
import { Scrubber, type ScrubberParts } from '../../src/engine/scrubber.ts';
import { erasure } from '../../src/policies/erasure.ts';
import { appendEvents, engineIn } from '../support/engine.ts';
import { registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const hour = 3_600_000;
/** Records the delays of timers. A delay above 2^31 - 1 ms becomes 1 ms, as in Node. */
function mockedTimers() {
  const { setTimeout: real } = globalThis;
  const waits: number[] = [];
  const noting = (work: () => void, ms: number) => {
    waits.push(ms);
    return real(work, ms);
  };
  globalThis.setTimeout = noting as typeof setTimeout;
  const restore = (): void => {
    globalThis.setTimeout = real;
  };
  return { waits, restore };
}
const ready = async (): Promise<void> => undefined;
const scrubberOf = (own: Partial<ScrubberParts> = {}): Scrubber =>
  new Scrubber({ ready, scrub: ready, delayMs: hour, now: () => 0, ...own });
const outcome = (promise: Promise<void>): Promise<string> =>
  promise.then(
    () => 'scrubbed',
    (error: Error) => error.message,
  );

describe('the scrubber', () => {
  it('answers all requests with one scrub', async () => {
    let scrubs = 0;
    const scrub = async (): Promise<void> => {
      scrubs += 1;
    };
    const scrubber = scrubberOf({ scrub, delayMs: 1 });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(scrubber.requested(0))));
    expect(new Set(outcomes)).to.deep.equal(new Set(['scrubbed']));
    expect(scrubs).to.equal(1);
    await scrubber.stop();
  });

  it('rejects waiting requests when the server stops, and later ones too', async () => {
    const scrubber = scrubberOf();
    const waiting = outcome(scrubber.requested(0));
    await scrubber.stop();
    const late = [outcome(scrubber.requested(0)), outcome(scrubber.now())];
    expect(await Promise.all([waiting, ...late])).to.deep.equal(Array(3).fill('the server is stopping'));
  });

  it('finishes the current scrub before it stops', async () => {
    const { promise: beginning, resolve: begun } = withResolvers();
    const { promise: scrubbed, resolve: finish } = withResolvers();
    const scrub = (): Promise<void> => {
      begun();
      return scrubbed;
    };
    const scrubber = scrubberOf({ scrub });
    const asked = outcome(scrubber.requested(0));
    const second = outcome(scrubber.now());
    await beginning;
    const order: string[] = [];
    const stopped = scrubber.stop().then(() => order.push('stopped'));
    order.push('finishing');
    finish();
    await stopped;
    expect(order).to.deep.equal(['finishing', 'stopped']);
    expect(await Promise.all([asked, second])).to.deep.equal(['scrubbed', 'scrubbed']);
  });

  it('allows a server that failed to start to stop', async () => {
    const scrubber = scrubberOf({
      ready: () => new Promise(() => undefined),
      scrub: () => Promise.reject(new Error('it must not begin')),
    });
    const second = outcome(scrubber.now());
    await scrubber.stop();
    expect(await second).to.equal('the server is stopping');
  });

  it('scrubs one delay after the deletion, not one delay after the start of the process', async () => {
    const scrubber = scrubberOf({ now: () => 1_000 + hour });
    const later = outcome(scrubber.requested(2_000));
    // This one is due now. Its scrub serves the others too.
    expect(await outcome(scrubber.requested(1_000))).to.equal('scrubbed');
    expect(await later).to.equal('scrubbed');
    await scrubber.stop();
  });

  it('scrubs at once if a scrub was due while no process ran', async () => {
    const scrubber = scrubberOf({ now: () => 3 * hour });
    expect(await outcome(scrubber.requested(0))).to.equal('scrubbed');
    await scrubber.stop();
  });

  it('waits no longer than the delay if the clock was ahead at the deletion', async () => {
    const scrubber = scrubberOf({ delayMs: 1 });
    expect(await outcome(scrubber.requested(hour))).to.equal('scrubbed');
    await scrubber.stop();
  });

  it('does not scrub at once if the delay is longer than the longest timer', async () => {
    const timers = mockedTimers();
    const delayMs = 30 * 24 * hour;
    const scrubber = scrubberOf({ delayMs });
    const waiting = outcome(scrubber.requested(0));
    expect(timers.waits.every((ms) => ms < 2 ** 31)).to.equal(true);
    await scrubber.stop();
    timers.restore();
    expect(await waiting).to.equal('the server is stopping');
  });

  it('does not try again at once after a scrub that failed', async () => {
    const timers = mockedTimers();
    const scrubber = scrubberOf({ now: () => 3 * hour, scrub: () => Promise.reject(new Error('no room')) });
    expect(await outcome(scrubber.requested(0))).to.equal('no room');
    const again = outcome(scrubber.requested(0));
    expect(timers.waits.at(-1)).to.be.above(60_000);
    await scrubber.stop();
    timers.restore();
    expect(await again).to.equal('the server is stopping');
  });
});

describe('the pause after a scrub', () => {
  const minute = 60_000;
  let time: number;
  let scrubs: number;
  beforeEach(() => {
    time = 0;
    scrubs = 0;
  });
  /** Each scrub takes so long. */
  const taking = (ms: number, own: Partial<ScrubberParts> = {}): Scrubber =>
    scrubberOf({
      steady: () => time,
      async scrub() {
        time += ms;
        scrubs += 1;
      },
      ...own,
    });
  /** The wait for a scrub that is due now. */
  const waitOf = async (scrubber: Scrubber): Promise<number> => {
    const timers = mockedTimers();
    const waiting = outcome(scrubber.requested(-hour));
    const wait = timers.waits.at(-1) ?? Number.NaN;
    timers.restore();
    await scrubber.stop();
    expect(await waiting).to.equal('the server is stopping');
    return wait;
  };

  it('is 24 times as long as the scrub took', async () => {
    const scrubber = taking(10 * minute);
    await scrubber.now();
    time += hour;
    expect(await waitOf(scrubber)).to.equal(3 * hour);
  });

  it('is at most 24 times as long as the delay', async () => {
    const scrubber = taking(5 * hour);
    await scrubber.now();
    expect(await waitOf(scrubber)).to.equal(24 * hour);
  });

  it('does not delay a scrub that is due later', async () => {
    const scrubber = taking(minute);
    await scrubber.now();
    time += 24 * minute;
    expect(await outcome(scrubber.requested(-hour))).to.equal('scrubbed');
    await scrubber.stop();
  });

  it('does not count the time that a scrub waited before it began', async () => {
    const scrubber = taking(minute, {
      async ready() {
        time += 5 * hour;
      },
    });
    await scrubber.now();
    expect(await waitOf(scrubber)).to.equal(24 * minute);
  });

  it('applies to requests that were made while the scrub ran', async () => {
    let late: Promise<string> | undefined;
    const scrubber: Scrubber = taking(minute, {
      async scrub() {
        scrubs += 1;
        // It is due at once, and the timer ends while the scrub runs.
        late ??= outcome(scrubber.requested(-hour));
        time += minute;
        // Timers of equal length end in the order in which they began.
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
    });
    await scrubber.now();
    await nextTurn();
    expect(scrubs).to.equal(1);
    await scrubber.stop();
    expect(await late).to.equal('the server is stopping');
  });

  it('is not observed by a scrub that an operator requests', async () => {
    const scrubber = taking(hour);
    await scrubber.now();
    await scrubber.now();
    expect(scrubs).to.equal(2);
    await scrubber.stop();
  });
});

describe('a deletion before a restart', () => {
  it('is scrubbed when it is due, although the service was restarted before that', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    const place = past.inTopic(1, 'lunch');
    let time = 0;
    // The delay of these engines is an hour.
    const start = () =>
      engineIn(folder, {
        log,
        policies: [erasure],
        performers: ({ scrubber }) => ({
          erasure: performed(
            log,
            scrubber,
            async () => undefined,
            async () => false,
            async () => undefined,
          ),
        }),
        clock: () => time,
      });
    const first = await start();
    const messages = [past.founded(), ...past.newUser(1), past.opened(1, 'general', [1]), past.sends(1, 1, place)];
    await appendEvents(log, [registered, ...messages, past.deletes(1, 1, place)]);
    await first.engine.follower.catchUp();
    const deletedAt = first.engine.state.newest.at;
    await first.close();
    for (const part of [0.3, 0.6, 0.9]) {
      time = deletedAt + part * hour;
      const { engine, close } = await start();
      expect(engine.policyRunner.unfinished).to.equal(1);
      await close();
    }
    time = deletedAt + hour;
    const last = await start();
    await last.engine.follower.reached(last.engine.follower.position + 1);
    expect(last.engine.policyRunner.unfinished).to.equal(0);
    await last.close();
    await log.close();
  });
});
