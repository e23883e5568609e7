import { expect } from 'chai';
import { foundTwice, sweeper } from '../../src/engine/sweeper.ts';
import type { IdleQueue } from '../../src/queues/service.ts';
import { queueId, turns } from '../queues/fixture.ts';
import { realmId } from '../support/given.ts';

const idleQueue = (number: number): IdleQueue => ({ realmId, queueId: queueId(number), revision: 7 });

/** A sweeper whose timer fires when the test calls `tick`. */
function sweeping(idle: () => IdleQueue[], expire: (queue: IdleQueue) => Promise<void>) {
  const errors: object[] = [];
  const timer = { every: 0, tick: (): void => undefined, running: true };
  const made = sweeper({
    idle,
    expire,
    trouble: 'it was not expired',
    facts: ({ queueId: queue }) => ({ queue }),
    logger: { error: (facts) => errors.push(facts) },
    every: (ms, tick) => {
      Object.assign(timer, { every: ms, tick });
      return () => {
        timer.running = false;
      };
    },
  });
  return { sweeper: made, errors, timer };
}

describe('the sweeper of idle queues', () => {
  it('checks at least once a minute, so that a queue is gone two minutes after its lifespan', () => {
    const { timer } = sweeping(
      () => [],
      async () => undefined,
    );
    expect(timer.every).to.be.within(1_000, 60_000);
  });

  it('expires idle queues, and records since when they are idle', async () => {
    const expired: IdleQueue[] = [];
    const { timer } = sweeping(
      () => [idleQueue(1), idleQueue(2)],
      async (queue) => void expired.push(queue),
    );
    expect(expired).to.deep.equal([]);
    timer.tick();
    await turns();
    expect(expired).to.deep.equal([idleQueue(1), idleQueue(2)]);
  });

  it('logs the queues that it could not expire, continues with the others, and tries again', async () => {
    const expired: string[] = [];
    const broken = new Set([queueId(1)]);
    const { timer, errors } = sweeping(
      () => [idleQueue(1), idleQueue(2)].filter((queue) => !expired.includes(queue.queueId)),
      async (queue) => {
        if (broken.has(queue.queueId)) throw new Error('the log is out of reach');
        expired.push(queue.queueId);
      },
    );
    timer.tick();
    await turns();
    expect(expired).to.deep.equal(['1:2']);
    expect(errors).to.have.length(1);
    broken.clear();
    timer.tick();
    await turns();
    expect(expired).to.deep.equal(['1:2', '1:1']);
  });

  it('runs one sweep at a time, with at most fifty expiries at once', async () => {
    const begun: IdleQueue[] = [];
    const waiting: (() => void)[] = [];
    const { timer, sweeper } = sweeping(
      () => Array.from({ length: 120 }, (_, index) => idleQueue(index)),
      (queue) => {
        begun.push(queue);
        return new Promise((resolve) => waiting.push(resolve));
      },
    );
    timer.tick();
    timer.tick();
    await turns();
    expect(begun).to.have.length(50);
    const stopped = sweeper.stop();
    for (const resolve of waiting) resolve();
    await stopped;
    expect(begun).to.have.length(50);
    expect(timer.running).to.equal(false);
  });

  it('stops at once if no sweep is running', async () => {
    const { sweeper, timer } = sweeping(
      () => [],
      async () => undefined,
    );
    await sweeper.stop();
    expect(timer.running).to.equal(false);
  });
});

describe('what must be found twice before it is swept', () => {
  it('is what the previous search found, too', () => {
    const looks = [[1, 2], [2, 3], [2], [1]];
    const twice = foundTwice(() => looks.shift() ?? [], String);
    expect([twice(), twice(), twice(), twice()]).to.deep.equal([[], [2], [2], []]);
  });
});
