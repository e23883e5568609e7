import { expect } from 'chai';
import { appendInterleaved, ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { withResolvers } from '../../support/with-resolvers.ts';
import { type Bench, itOnTestServer, nextTurn, openBench } from './fixture.ts';

describe('subscriptions to eventstoredb', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.stop());

  const drops = (): number => bench.notices.filter(({ kind }) => kind === 'subscription-dropped').length;

  /** Subscribes while `count` events are appended, and calls `fault` several times meanwhile. */
  const followThrough = async (fault: () => Promise<void>, count: number): Promise<void> => {
    const { log } = bench;
    const streams = Array.from({ length: 16 }, newStream);
    const after = await log.tail();
    const followers = [follow(log, { after }), follow(log, { after, onBatch: nextTurn })];
    await Promise.all(followers.map(({ caughtUp }) => caughtUp));
    const seen = (): number => Math.min(...followers.map(({ events }) => events.length));
    let done = false;
    const appended = appendInterleaved(log, { streams, count, inFlight: 16 }).finally(() => {
      done = true;
    });
    for (let faults = 0; !done && faults < 6; faults += 1) {
      const goal = seen() + 60;
      await Promise.race([Promise.all(followers.map(({ reached }) => reached(goal))), appended]);
      await fault();
    }
    const all = await appended;
    for (const followed of followers) {
      await followed.reached(all.length);
      expect(ids(followed.events)).to.deep.equal(ids(all));
      expect(followed.overlaps()).to.equal(0);
      await followed.stop();
    }
    expect(drops()).to.be.greaterThan(0);
  };

  itOnTestServer('leave out and repeat nothing when the server drops them', () =>
    followThrough(async () => bench.server.dropSubscriptions(), 450),
  );

  it('neither skip nor repeat events when connections break', () =>
    followThrough(async () => bench.proxy.cutAll(), 450));

  itOnTestServer('leave out and repeat nothing when they fall silent', () =>
    followThrough(async () => bench.server.muteSubscriptions(), 450),
  );

  it('continue after the last handled event, not after the last received one', async () => {
    const { log, proxy } = bench;
    const stream = newStream();
    const { promise: busy, resolve: release } = withResolvers();
    const followed = follow(log, { after: await log.tail(), onBatch: () => busy });
    await followed.caughtUp;
    const events = [newEvent(), newEvent(), newEvent()];
    succeed(await log.append(stream, events.slice(0, 1), 'none'));
    await followed.reached(1);
    succeed(await log.append(stream, events.slice(1), 0));
    const dropped = bench.noticed('subscription-dropped');
    proxy.cutAll();
    // An answer on another connection shows that the cut is known, while the first event is still being handled.
    await log.tail();
    release();
    const { position } = (await dropped) as { position: number };
    expect(position).to.equal(followed.events[0]?.position);
    await followed.reached(3);
    expect(ids(followed.events)).to.deep.equal(ids(events));
    await followed.stop();
  });

  itOnTestServer('are not begun anew while nothing is appended, nor while only the store writes', async () => {
    const { log, server } = bench;
    const stream = newStream();
    succeed(await log.append(stream, [newEvent(), newEvent()], 'none'));
    const followed = follow(log, { after: await log.tail() });
    await followed.caughtUp;
    while (server.subscriptionsBegun() === 0) await nextTurn();
    await log.truncate(stream, 1);
    // Each comparison with the tail is a read; after several of them the subscription is still the first.
    const goal = server.readsBegun() + 6;
    while (server.readsBegun() < goal) await server.nextRead();
    expect(server.subscriptionsBegun()).to.equal(1);
    expect(drops()).to.equal(0);
    await followed.stop();
  });

  itOnTestServer('wait for a store that is out of reach when they are begun', async () => {
    const { log } = bench;
    const stream = newStream();
    const events = [newEvent(), newEvent()];
    succeed(await log.append(stream, events.slice(0, 1), 'none'));
    const down = bench.noticed('unavailable');
    await bench.kill();
    const followed = follow(log, { after: 0 });
    await down;
    await bench.restart();
    await followed.caughtUp;
    expect(ids(followed.events)).to.deep.equal(ids(events.slice(0, 1)));
    succeed(await log.append(stream, events.slice(1), 0));
    await followed.reached(2);
    expect(ids(followed.events)).to.deep.equal(ids(events));
    await followed.stop();
  });

  itOnTestServer('may be stopped while the store is out of reach', async () => {
    const { log } = bench;
    const followed = follow(log, { after: await log.tail() });
    await followed.caughtUp;
    const down = bench.noticed('unavailable');
    await bench.kill();
    await down;
    await followed.stop();
    await bench.restart();
  });

  it('are fatal when the listener fails', async () => {
    const { log } = bench;
    const failing = follow(log, { after: await log.tail(), onBatch: () => Promise.reject(new Error('missed')) });
    await failing.caughtUp;
    succeed(await log.append(newStream(), [newEvent()], 'none'));
    await bench.failed;
    expect(bench.fatal.map(({ message }) => message)).to.deep.equal(['missed']);
    await failing.stop();
  });

  it('are fatal from a position at which no record begins: it was taken from another log', async () => {
    const { log } = bench;
    const { position } = succeed(await log.append(newStream(), [newEvent()], 'none'));
    succeed(await log.append(newStream(), [newEvent()], 'none'));
    const followed = follow(log, { after: position + 1 });
    expect((await bench.failed).message).to.match(/invalid position/);
    await followed.stop();
  });
});
