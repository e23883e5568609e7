import { expect } from 'chai';
import {
  appendInterleaved,
  appendMany,
  collect,
  ids,
  newEvent,
  newRealm,
  newStream,
  type Subject,
  succeed,
} from './fixture.ts';

export const reading = (subject: Subject): void => {
  it('returns no events from an empty log', async () => {
    const tail = await subject.log.tail();
    expect(await subject.log.readStream(newStream())).to.deep.equal([]);
    expect(await subject.log.readStream(newStream(), { direction: 'backward' })).to.deep.equal([]);
    expect(await collect(subject.log.readAll(tail))).to.deep.equal([]);
  });

  it('reads a log stream forward and backward, from a revision, up to a limit', async () => {
    const stream = newStream();
    const events = Array.from({ length: 10 }, () => newEvent());
    await subject.log.append(stream, events, 'none');
    const revisions = async (options: Parameters<typeof subject.log.readStream>[1]): Promise<number[]> =>
      (await subject.log.readStream(stream, options)).map(({ revision }) => revision);
    expect(ids(await subject.log.readStream(stream))).to.deep.equal(ids(events));
    expect(await revisions({ from: 7 })).to.deep.equal([7, 8, 9]);
    expect(await revisions({ from: 2, limit: 3 })).to.deep.equal([2, 3, 4]);
    expect(await revisions({ from: 10 })).to.deep.equal([]);
    expect(await revisions({ direction: 'backward', limit: 1 })).to.deep.equal([9]);
    expect(await revisions({ direction: 'backward', from: 3 })).to.deep.equal([3, 2, 1, 0]);
    expect(await revisions({ direction: 'backward', from: 3, limit: 2 })).to.deep.equal([3, 2]);
    expect(await revisions({ direction: 'backward', from: 99, limit: 2 })).to.deep.equal([9, 8]);
  });

  it('reads a log stream longer than any single read of the store', async () => {
    const stream = newStream();
    const events = await appendMany(subject.log, stream);
    expect(ids(await subject.log.readStream(stream))).to.deep.equal(ids(events));
    const backward = await subject.log.readStream(stream, { direction: 'backward' });
    expect(ids(backward)).to.deep.equal(ids(events).reverse());
  });

  it('distinguishes log streams whose names begin alike', async () => {
    const realm = newRealm();
    const event = newEvent();
    await subject.log.append(`note-${realm}.1`, [event], 'none');
    await subject.log.append(`note-${realm}.10`, [newEvent()], 'none');
    expect(ids(await subject.log.readStream(`note-${realm}.1`))).to.deep.equal([event.id]);
    expect(await subject.log.readStream(`note-${realm}.`)).to.deep.equal([]);
  });

  it('keeps one order of interleaved appends to many log streams', async () => {
    const realm = newRealm();
    const start = await subject.log.tail();
    const streams = Array.from({ length: 96 }, (_, number) => `note-${realm}.${number}`);
    const appended = await appendInterleaved(subject.log, { streams, count: 250, inFlight: 32 });
    const all = await collect(subject.log.readAll(start));
    const places = all.map(({ stream, id, revision, position }) => ({ stream, id, revision, position }));
    expect(places).to.deep.equal(appended);
    const positions = all.map(({ position }) => position);
    expect(positions.every((position, index) => position > (positions[index - 1] ?? start))).to.equal(true);
    expect(positions.at(-1)).to.equal(await subject.log.tail());
    const [someStream = ''] = streams;
    const own = appended.filter(({ stream }) => stream === someStream);
    expect(ids(await subject.log.readStream(someStream))).to.deep.equal(ids(own));
  });

  it('continues from any position', async () => {
    const streams = Array.from({ length: 4 }, newStream);
    const start = await subject.log.tail();
    const appended = await appendInterleaved(subject.log, { streams, count: 20, inFlight: 4 });
    const middle = appended[9]?.position ?? start;
    expect(ids(await collect(subject.log.readAll(middle)))).to.deep.equal(ids(appended.slice(10)));
  });

  it('reads only log streams that begin with a prefix, and realm 1 is not realm 12', async () => {
    const realm = newRealm();
    const start = await subject.log.tail();
    const streams = [`note-${realm}.1`, `note-${realm}2.1`, `user-${realm}.1`, `note-${realm}.2`];
    for (const stream of streams) await subject.log.append(stream, [newEvent()], 'none');
    const read = async (...prefixes: string[]): Promise<string[]> =>
      (await collect(subject.log.readAll(start, prefixes))).map(({ stream }) => stream);
    expect(await read(`note-${realm}.`)).to.deep.equal([`note-${realm}.1`, `note-${realm}.2`]);
    expect(await read(`user-${realm}.`, `note-${realm}2.`)).to.deep.equal([`note-${realm}2.1`, `user-${realm}.1`]);
    expect(await read(`note-${realm}`)).to.deep.equal([streams[0], streams[1], streams[3]]);
    expect(await read()).to.deep.equal(streams);
  });

  it('ends at the tail as it was when reading began', async () => {
    const stream = newStream();
    const start = await subject.log.tail();
    const events = [newEvent(), newEvent()];
    await subject.log.append(stream, events, 'none');
    const reader = subject.log.readAll(start);
    succeed(await subject.log.append(stream, [newEvent()], 1));
    expect(ids(await collect(reader))).to.deep.equal(ids(events));
  });
};
