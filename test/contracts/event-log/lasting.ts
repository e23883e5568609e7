import { expect } from 'chai';
import {
  appendInterleaved,
  appendMany,
  collect,
  ids,
  moreThanARead,
  newEvent,
  newStream,
  type Subject,
  succeed,
} from './fixture.ts';
import { follow } from './follower.ts';

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

export const lasting = (subject: Subject): void => {
  it('keeps all events when it is reopened, and continues after them', async () => {
    const streams = Array.from({ length: 8 }, newStream);
    const start = await subject.log.tail();
    const appended = await appendInterleaved(subject.log, { streams, count: 200, inFlight: 8 });
    const before = await collect(subject.log.readAll(start));
    const tail = await subject.log.tail();
    const log = await subject.reopen();
    expect(await collect(log.readAll(start))).to.deep.equal(before);
    expect(ids(before)).to.deep.equal(ids(appended));
    expect(await log.tail()).to.equal(tail);
    const [stream = ''] = streams;
    const head = before.filter((event) => event.stream === stream).length - 1;
    expect(succeed(await log.append(stream, [newEvent()], head)).position).to.be.greaterThan(tail);
  });

  it('finishes the appends in progress before it closes', async () => {
    const start = await subject.log.tail();
    const streams = Array.from({ length: 300 }, newStream);
    const appended = streams.map((stream) => subject.log.append(stream, [newEvent()], 'none'));
    const closed = subject.log.close();
    for (const result of await Promise.all(appended)) succeed(result);
    await closed;
    const log = await subject.reopen();
    const stored = await collect(log.readAll(start));
    expect(stored.map(({ stream }) => stream)).to.have.members(streams);
  });

  it('refuses all calls once closed; closing again is no error', async () => {
    const { log } = subject;
    await log.close();
    await log.close();
    expect(await failureOf(log.append(newStream(), [newEvent()], 'none'))).to.be.instanceOf(Error);
    expect(await failureOf(log.readStream(newStream()))).to.be.instanceOf(Error);
    expect(await failureOf(log.tail())).to.be.instanceOf(Error);
  });

  it('fails a read in progress when it closes, instead of ending it early', async () => {
    const stream = newStream();
    const start = await subject.log.tail();
    await appendMany(subject.log, stream);
    let read = 0;
    const reading = (async () => {
      for await (const _event of subject.log.readAll(start)) {
        read += 1;
        if (read === 10) await subject.log.close();
      }
    })();
    expect(await failureOf(reading)).to.be.instanceOf(Error);
    expect(read).to.be.lessThan(moreThanARead);
  });

  it('delivers nothing to subscribers once closed', async () => {
    const followed = follow(subject.log, { after: await subject.log.tail() });
    await followed.caughtUp;
    succeed(await subject.log.append(newStream(), [newEvent()], 'none'));
    await followed.reached(1);
    const log = await subject.reopen();
    succeed(await log.append(newStream(), [newEvent()], 'none'));
    expect(followed.events).to.have.length(1);
  });
};
