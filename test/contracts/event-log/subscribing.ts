import { expect } from 'chai';
import { withResolvers } from '../../support/with-resolvers.ts';
import {
  appendInterleaved,
  appendMany,
  ids,
  moreThanARead,
  newEvent,
  newRealm,
  newStream,
  type Subject,
  succeed,
} from './fixture.ts';
import { follow } from './follower.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const subscribing = (subject: Subject): void => {
  it('is caught up at once in an empty log', async () => {
    const followed = follow(subject.log, { after: await subject.log.tail() });
    await followed.caughtUp;
    expect(followed.events).to.deep.equal([]);
    await followed.stop();
  });

  it('delivers the stored events, then reports that it caught up, then delivers new events', async () => {
    const stream = newStream();
    const after = await subject.log.tail();
    const old = [newEvent(), newEvent()];
    await subject.log.append(stream, old, 'none');
    const followed = follow(subject.log, { after });
    await followed.caughtUp;
    expect(followed.eventsBeforeCaughtUp()).to.equal(2);
    const later = newEvent();
    await subject.log.append(stream, [later], 1);
    await followed.reached(3);
    expect(ids(followed.events)).to.deep.equal(ids([...old, later]));
    expect(followed.events).to.deep.equal(await subject.log.readStream(stream));
    await followed.stop();
  });

  it('neither skips nor repeats events when subscribed during appends', async () => {
    const streams = Array.from({ length: 32 }, newStream);
    const after = await subject.log.tail();
    const followers: ReturnType<typeof follow>[] = [];
    const appended = await appendInterleaved(subject.log, {
      streams,
      count: 180,
      inFlight: 32,
      onAppended: (count) => {
        if (count % 30 === 1) followers.push(follow(subject.log, { after }));
      },
    });
    const expected = ids(appended);
    expect(followers).to.have.length(6);
    for (const followed of followers) {
      await followed.reached(expected.length);
      expect(ids(followed.events)).to.deep.equal(expected);
      await followed.stop();
    }
  });

  it('delivers stored and new events only of log streams that begin with a prefix', async () => {
    const realm = newRealm();
    const after = await subject.log.tail();
    const streams = [`note-${realm}.1`, `note-${realm}2.1`, `user-${realm}.1`];
    for (const stream of streams) await subject.log.append(stream, [newEvent()], 'none');
    const followed = follow(subject.log, { after, prefixes: [`note-${realm}.`, `user-${realm}.`] });
    await followed.caughtUp;
    for (const stream of streams) await subject.log.append(stream, [newEvent()], 0);
    await followed.reached(4);
    expect(followed.events.map(({ stream }) => stream)).to.deep.equal([
      `note-${realm}.1`,
      `user-${realm}.1`,
      `note-${realm}.1`,
      `user-${realm}.1`,
    ]);
    await followed.stop();
  });

  it('waits for a slow listener and delivers all events to it', async () => {
    const stream = newStream();
    const followed = follow(subject.log, { after: await subject.log.tail(), onBatch: nextTurn });
    await followed.caughtUp;
    const events = Array.from({ length: 40 }, () => newEvent());
    for (const [index, event] of events.entries()) {
      await subject.log.append(stream, [event], index === 0 ? 'none' : index - 1);
    }
    await followed.reached(events.length);
    expect(ids(followed.events)).to.deep.equal(ids(events));
    expect(followed.overlaps()).to.equal(0);
    await followed.stop();
  });

  it('is not blocked by a listener of another subscription that never finishes', async () => {
    const { promise: stuck, resolve: release } = withResolvers();
    const after = await subject.log.tail();
    const blocked = follow(subject.log, { after, onBatch: () => stuck });
    const free = follow(subject.log, { after });
    await Promise.all([blocked.caughtUp, free.caughtUp]);
    const stream = newStream();
    for (const expected of ['none', 0, 1] as const) await subject.log.append(stream, [newEvent()], expected);
    await free.reached(3);
    expect(blocked.events).to.have.length(1);
    release();
    await blocked.reached(3);
    expect(ids(blocked.events)).to.deep.equal(ids(free.events));
    await Promise.all([blocked.stop(), free.stop()]);
  });

  it('delivers nothing after it was stopped during stored events', async () => {
    const stream = newStream();
    const after = await subject.log.tail();
    await appendMany(subject.log, stream);
    let stopped: Promise<void> | undefined;
    const followed = follow(subject.log, {
      after,
      onBatch: async () => {
        stopped ??= followed.stop();
      },
    });
    await followed.reached(1);
    await nextTurn();
    await stopped;
    const taken = followed.events.length;
    expect(taken).to.be.lessThan(moreThanARead);
    succeed(await subject.log.append(stream, [newEvent()], moreThanARead - 1));
    await nextTurn();
    expect(followed.events).to.have.length(taken);
  });

  it('delivers nothing after it was stopped during new events', async () => {
    const stream = newStream();
    const after = await subject.log.tail();
    const [stopping, going] = [follow(subject.log, { after }), follow(subject.log, { after })];
    await Promise.all([stopping.caughtUp, going.caughtUp]);
    succeed(await subject.log.append(stream, [newEvent()], 'none'));
    await stopping.reached(1);
    await stopping.stop();
    succeed(await subject.log.append(stream, [newEvent()], 0));
    await going.reached(2);
    expect(stopping.events).to.have.length(1);
    await going.stop();
  });
};
