import { expect } from 'chai';
import type { NewEvent } from '../../../src/ports/event-log.ts';
import { collect, ids, newEvent, newStream, type Subject, succeed } from './fixture.ts';

export const truncating = (subject: Subject): void => {
  it('makes the events below a revision unreadable, and keeps the others in place', async () => {
    const stream = newStream();
    const events = Array.from({ length: 5 }, () => newEvent());
    await subject.log.append(stream, events, 'none');
    const remaining = (await subject.log.readStream(stream)).slice(3);
    await subject.log.truncate(stream, 3);
    expect(await subject.log.readStream(stream)).to.deep.equal(remaining);
    expect(await subject.log.readStream(stream, { from: 1, limit: 1 })).to.deep.equal(remaining.slice(0, 1));
    const backward = await subject.log.readStream(stream, { direction: 'backward' });
    expect(backward).to.deep.equal([...remaining].reverse());
  });

  it('continues the revisions after a truncation, even when no event is left', async () => {
    const stream = newStream();
    await subject.log.append(stream, [newEvent(), newEvent()], 'none');
    await subject.log.truncate(stream, 2);
    expect(await subject.log.readStream(stream)).to.deep.equal([]);
    const conflict = { ok: false, reason: 'conflict', actual: 1 };
    expect(await subject.log.append(stream, [newEvent()], 'none')).to.deep.equal(conflict);
    expect(succeed(await subject.log.append(stream, [newEvent()], 1)).revision).to.equal(2);
    expect((await subject.log.readStream(stream)).map(({ revision }) => revision)).to.deep.equal([2]);
  });

  it('can be repeated, and does nothing for a log stream that does not exist', async () => {
    const stream = newStream();
    const events = [newEvent(), newEvent(), newEvent()];
    await subject.log.append(stream, events, 'none');
    await subject.log.truncate(stream, 2);
    await subject.log.truncate(stream, 2);
    await subject.log.truncate(stream, 1);
    await subject.log.truncate(newStream(), 3);
    expect(ids(await subject.log.readStream(stream))).to.deep.equal(ids(events.slice(2)));
  });

  it('can be requested for many log streams at once, for one twice, and for more events than fit into one transaction', async () => {
    const streams = Array.from({ length: 120 }, () => newStream());
    const lasts = streams.map(() => newEvent());
    for (const [at, stream] of streams.entries())
      await subject.log.append(
        stream,
        [...Array.from({ length: 10 }, () => newEvent()), lasts[at] as NewEvent],
        'none',
      );
    const twice = streams[0] as string;
    const wanted = [...streams.map((stream) => ({ stream, before: 10 })), { stream: twice, before: 5 }];
    await Promise.all(wanted.map(({ stream, before }) => subject.log.truncate(stream, before)));
    for (const [at, stream] of streams.entries())
      expect(ids(await subject.log.readStream(stream))).to.deep.equal(ids([lasts[at] as NewEvent]));
  });

  it('affects no other log stream', async () => {
    const stream = newStream();
    const neighbours = [`${stream}0`, stream.slice(0, -1)];
    for (const name of [stream, ...neighbours]) await subject.log.append(name, [newEvent()], 'none');
    await subject.log.truncate(stream, 1);
    for (const name of neighbours) expect(await subject.log.readStream(name)).to.have.length(1);
  });

  it('is kept after reopening and after a scrub', async () => {
    const [stream, emptied, other] = [newStream(), newStream(), newStream()];
    const start = await subject.log.tail();
    const [gone, kept, untouched] = [newEvent(), newEvent(), newEvent()];
    await subject.log.append(stream, [gone, kept], 'none');
    await subject.log.append(other, [untouched], 'none');
    await subject.log.append(emptied, [newEvent()], 'none');
    await subject.log.truncate(stream, 1);
    await subject.log.truncate(emptied, 1);
    await subject.log.scrub();
    const log = await subject.reopen();
    expect(ids(await log.readStream(stream))).to.deep.equal([kept.id]);
    expect(ids(await log.readStream(other))).to.deep.equal([untouched.id]);
    expect(ids(await collect(log.readAll(start)))).to.include.members([kept.id, untouched.id]);
    expect(succeed(await log.append(emptied, [newEvent()], 0)).revision).to.equal(1);
    expect(succeed(await log.append(stream, [newEvent()], 1)).revision).to.equal(2);
  });

  it('never reuses a position, even when the newest event is truncated and the log is reopened', async () => {
    let newest = 0;
    for (const isScrubbed of [false, true, false]) {
      const stream = newStream();
      const { position } = succeed(await subject.log.append(stream, [newEvent()], 'none'));
      expect(position).to.be.greaterThan(newest);
      newest = position;
      await subject.log.truncate(stream, 1);
      if (isScrubbed) await subject.log.scrub();
      await subject.reopen();
    }
  });

  it('appends and reads during a scrub', async () => {
    const [stream, other] = [newStream(), newStream()];
    await subject.log.append(stream, [newEvent(), newEvent()], 'none');
    await subject.log.truncate(stream, 1);
    const start = await subject.log.tail();
    const scrubbed = subject.log.scrub();
    const events = Array.from({ length: 25 }, () => newEvent());
    for (const [index, event] of events.entries()) {
      succeed(await subject.log.append(other, [event], index === 0 ? 'none' : index - 1));
    }
    await scrubbed;
    expect(ids(await collect(subject.log.readAll(start)))).to.deep.equal(ids(events));
    expect(ids(await (await subject.reopen()).readStream(other))).to.deep.equal(ids(events));
  });
};
