import { expect } from 'chai';
import { collect, ids, newEvent, newStream, type Subject, succeed } from './fixture.ts';

const conflict = (actual: 'none' | number) => ({ ok: false, reason: 'conflict', actual });

export const appending = (subject: Subject): void => {
  it('counts the revisions of a log stream from 0 and returns that of the last event', async () => {
    const stream = newStream();
    const first = succeed(await subject.log.append(stream, [newEvent()], 'none'));
    const second = succeed(await subject.log.append(stream, [newEvent(), newEvent()], 0));
    expect([first.revision, second.revision]).to.deep.equal([0, 2]);
    const events = await subject.log.readStream(stream);
    expect(events.map(({ revision }) => revision)).to.deep.equal([0, 1, 2]);
    expect(events.map(({ position }) => position)).to.include.members([first.position, second.position]);
    expect(events.at(-1)?.position).to.equal(second.position);
  });

  it('gives positions that are safe integers above 0', async () => {
    const { position } = succeed(await subject.log.append(newStream(), [newEvent()], 'none'));
    expect(Number.isSafeInteger(position) && position > 0).to.equal(true);
  });

  it('refuses a new log stream that exists, and writes nothing', async () => {
    const stream = newStream();
    const existing = newEvent();
    await subject.log.append(stream, [existing], 'none');
    const tail = await subject.log.tail();
    expect(await subject.log.append(stream, [newEvent()], 'none')).to.deep.equal(conflict(0));
    expect(ids(await subject.log.readStream(stream))).to.deep.equal([existing.id]);
    expect(await subject.log.tail()).to.equal(tail);
  });

  it('refuses a revision in a log stream that does not exist', async () => {
    expect(await subject.log.append(newStream(), [newEvent()], 0)).to.deep.equal(conflict('none'));
  });

  it('refuses an expected revision that is too low or too high', async () => {
    const stream = newStream();
    await subject.log.append(stream, [newEvent(), newEvent(), newEvent()], 'none');
    expect(await subject.log.append(stream, [newEvent()], 1)).to.deep.equal(conflict(2));
    expect(await subject.log.append(stream, [newEvent()], 3)).to.deep.equal(conflict(2));
    expect(await subject.log.readStream(stream)).to.have.length(3);
  });

  it('answers a repeated append with its first result, even if the log stream has grown since', async () => {
    const stream = newStream();
    const [first, second] = [[newEvent(), newEvent()], [newEvent()]];
    const placed = [
      succeed(await subject.log.append(stream, first, 'none')),
      succeed(await subject.log.append(stream, second, 1)),
    ];
    await subject.log.append(stream, [newEvent()], 2);
    const again = [
      succeed(await subject.log.append(stream, first, 'none')),
      succeed(await subject.log.append(stream, second, 1)),
    ];
    expect(again).to.deep.equal(placed);
    expect(await subject.log.readStream(stream)).to.have.length(4);
  });

  it('answers a repeated append with its first result after reopening', async () => {
    const stream = newStream();
    const events = [newEvent(), newEvent()];
    const placed = await subject.log.append(stream, events, 'none');
    const reopened = await subject.reopen();
    expect(await reopened.append(stream, events, 'none')).to.deep.equal(placed);
  });

  it('treats an append as repeated only if all of its events are in the stream', async () => {
    const stream = newStream();
    const [one, two] = [newEvent(), newEvent()];
    await subject.log.append(stream, [one, two], 'none');
    expect(await subject.log.append(stream, [one, newEvent()], 'none')).to.deep.equal(conflict(1));
    expect(await subject.log.append(stream, [two, one], 'none')).to.deep.equal(conflict(1));
    expect(await subject.log.append(stream, [one, two, newEvent()], 'none')).to.deep.equal(conflict(1));
  });

  it('lets one of many simultaneous appends succeed, and answers the others with the newest revision', async () => {
    const stream = newStream();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => subject.log.append(stream, [newEvent()], 'none')),
    );
    expect(results.filter(({ ok }) => ok)).to.have.length(1);
    expect(results.filter(({ ok }) => !ok)).to.deep.equal(Array(19).fill(conflict(0)));
    expect(await subject.log.readStream(stream)).to.have.length(1);
  });

  it('answers simultaneous appends of the same event with the same result', async () => {
    const stream = newStream();
    const event = newEvent();
    const results = await Promise.all(Array.from({ length: 5 }, () => subject.log.append(stream, [event], 'none')));
    expect(new Set(results.map((result) => JSON.stringify(succeed(result)))).size).to.equal(1);
    expect(await subject.log.readStream(stream)).to.have.length(1);
  });

  it('lets simultaneous appends build on each other', async () => {
    const stream = newStream();
    const expected = ['none', 0, 1, 2] as const;
    const results = await Promise.all(expected.map((revision) => subject.log.append(stream, [newEvent()], revision)));
    expect(results.map((result) => succeed(result).revision)).to.deep.equal([0, 1, 2, 3]);
  });

  it('refuses an event of more than 1 MiB, and all events of the same append', async () => {
    const stream = newStream();
    const result = await subject.log.append(stream, [newEvent(), newEvent('x'.repeat(1024 * 1024))], 'none');
    expect(result).to.deep.equal({ ok: false, reason: 'too-large' });
    expect(await subject.log.readStream(stream)).to.deep.equal([]);
  });

  it('accepts an event of 512 KiB', async () => {
    const stream = newStream();
    const event = newEvent({ text: 'é'.repeat(256 * 1024) });
    succeed(await subject.log.append(stream, [event], 'none'));
    const [stored] = await subject.log.readStream(stream);
    expect(stored?.data).to.deep.equal(event.data);
  });

  it('returns events exactly as they were appended, lone surrogates included', async () => {
    const stream = newStream();
    const after = await subject.log.tail();
    const texts = [
      '',
      '\u0000',
      '\u2028\u2029',
      '👩‍👩‍👧 𝒳',
      'e\u0301',
      '\ud800',
      'a\udfffb',
      '"\\\n',
      '\ufeff',
      '__proto__',
    ];
    const data = { texts, numbers: [0, -1.5, 1e21, 2 ** 53 - 1], nested: { deep: [null, true, {}, []] } };
    const event = { ...newEvent(data, 'Täuschung'), metadata: { 'ключ\u2028': null } };
    const { position } = succeed(await subject.log.append(stream, [event], 'none'));
    const stored = { ...event, stream, revision: 0, position };
    expect(await subject.log.readStream(stream)).to.deep.equal([stored]);
    expect(await collect(subject.log.readAll(after))).to.deep.equal([stored]);
  });

  it('stores the event as it was at the call, even if the object changes later', async () => {
    const stream = newStream();
    const data = { text: 'as appended' };
    const appended = subject.log.append(stream, [newEvent(data)], 'none');
    data.text = 'changed since';
    await appended;
    const [stored] = await subject.log.readStream(stream);
    expect(stored?.data).to.deep.equal({ text: 'as appended' });
  });
};
