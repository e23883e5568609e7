/** Promises of the embedded log to its subscribers and readers that are not part of the contract. */
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { collect, ids, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { follow } from '../../contracts/event-log/follower.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('lmdb event log', () => {
  let log: EventLog;
  beforeEach(async () => {
    log = await openLmdbEventLog(temporaryFolder());
  });
  afterEach(() => log.close());

  it('numbers events densely from 1', async () => {
    const positions = await Promise.all(
      Array.from({ length: 10 }, async () => succeed(await log.append(newStream(), [newEvent()], 'none')).position),
    );
    expect(positions).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('delivers a live batch before the append resolves', async () => {
    const followed = follow(log, { after: 0 });
    await followed.caughtUp;
    const event = newEvent();
    const seen = log.append(newStream(), [event], 'none').then(() => ids(followed.events));
    expect(await seen).to.deep.equal([event.id]);
    await followed.stop();
  });

  it('delivers events to a subscriber exactly as they are read, after a round trip through JSON', async () => {
    const followed = follow(log, { after: 0 });
    await followed.caughtUp;
    const data = { dropped: undefined, date: new Date(0), list: [undefined], negativeZero: -0 };
    succeed(await log.append(newStream(), [newEvent(data)], 'none'));
    const read = await collect(log.readAll(0));
    expect(followed.events).to.deep.equal(read);
    expect(Object.keys(followed.events[0]?.data ?? {})).to.deep.equal(['date', 'list', 'negativeZero']);
    await followed.stop();
  });

  it('shows no event before it is acknowledged', async () => {
    const stream = newStream();
    let acknowledged = 0;
    const appends = Array.from({ length: 200 }, async (_, index) => {
      await log.append(stream, [newEvent()], index === 0 ? 'none' : index - 1);
      acknowledged += 1;
    });
    let done = false;
    void Promise.all(appends).then(() => {
      done = true;
    });
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      const [all, own] = [await collect(log.readAll(0)), await log.readStream(stream)];
      expect([all.length, own.length, await log.tail()]).to.deep.equal([acknowledged, acknowledged, acknowledged]);
    }
  });

  it('accepts a subscription after a future position, even in the middle of a batch', async () => {
    const followed = follow(log, { after: 2 });
    await followed.caughtUp;
    const events = [newEvent(), newEvent(), newEvent(), newEvent()];
    await log.append(newStream(), events.slice(0, 1), 'none');
    await log.append(newStream(), events.slice(1), 'none');
    await followed.reached(2);
    expect(ids(followed.events)).to.deep.equal(ids(events.slice(2)));
    await followed.stop();
  });

  it('does not return truncated events from any read', async () => {
    const stream = newStream();
    await log.append(stream, [newEvent(), newEvent(), newEvent()], 'none');
    await log.truncate(stream, 2);
    expect((await collect(log.readAll(0))).map(({ position }) => position)).to.deep.equal([3]);
    const followed = follow(log, { after: 0 });
    await followed.caughtUp;
    expect(followed.events.map(({ position }) => position)).to.deep.equal([3]);
    await followed.stop();
  });

  it('refuses an invalid name of a log stream', async () => {
    for (const name of ['', 'with space', 'é', 'a\u0000', 'x'.repeat(501)]) {
      const refused = await log.append(name, [newEvent()], 'none').then(String, String);
      expect(refused).to.match(/^RangeError/);
    }
    succeed(await log.append('x'.repeat(500), [newEvent()], 'none'));
  });
});
