import { expect } from 'chai';
import { FormTexts } from '../../src/feed/form-texts.ts';
import { Ring, type RingEntry } from '../../src/queues/ring.ts';
import { MessageId } from '../../src/vocabulary/ids.ts';

const entry = (eventId: number, { content = '', carries }: { content?: string; carries?: number } = {}): RingEntry => ({
  eventId,
  position: eventId,
  type: 'message',
  scope: { kind: 'everyone' },
  body: {
    kind: 'message',
    message: {} as never,
    senderId: 1 as never,
    channel: undefined,
    text: { content, html: '' },
    flags: { mentioned: [], wildcard: false },
  },
  carries: carries as MessageId | undefined,
  fields: new FormTexts(),
});
const idsAfter = (ring: Ring, cursor: number): number[] => {
  const ids: number[] = [];
  ring.after(cursor, ({ eventId }) => ids.push(eventId) === Number.POSITIVE_INFINITY);
  return ids;
};
const roomy = { entriesMax: 1_000, bytesMax: 1e9 };

describe('the ring of the newest client events', () => {
  it('gives the events after a cursor, whether or not the cursor is the id of an event', () => {
    const ring = new Ring(10);
    for (const id of [11, 14, 15]) ring.push(entry(id));
    expect(idsAfter(ring, 10)).to.deep.equal([11, 14, 15]);
    expect(idsAfter(ring, 11)).to.deep.equal([14, 15]);
    expect(idsAfter(ring, 12)).to.deep.equal([14, 15]);
    expect(idsAfter(ring, 15)).to.deep.equal([]);
    expect(ring.floor).to.equal(10);
  });

  it('forgets the texts of its entries when requested, and no longer counts their bytes', () => {
    const ring = new Ring(0);
    const [one, other] = [entry(1), entry(2)];
    for (const each of [one, other]) ring.push(each);
    const empty = ring.bytes;
    one.fields.once('html avatar', () => 'Ada');
    expect(ring.bytes).to.equal(empty + 3);
    ring.forgetTexts();
    expect(ring.bytes).to.equal(empty);
    expect(one.fields.once('html avatar', () => 'Deleted user 1')).to.equal('Deleted user 1');
  });

  it('drops the oldest eighth when it is full, and moves its floor up (ringEntriesMax)', () => {
    const ring = new Ring(0, { entriesMax: 16, bytesMax: 1e9 });
    for (let id = 1; id <= 16; id += 1) ring.push(entry(id));
    expect(ring.floor).to.equal(0);
    ring.push(entry(17));
    expect(ring.floor).to.equal(2);
    expect(idsAfter(ring, ring.floor)[0]).to.equal(3);
  });

  it('holds exactly the maximum of bytes; at one more it drops the oldest eighth, rounded up (ringBytesMax)', () => {
    const held = (count: number, bytesMax: number): number => {
      const ring = new Ring(0, { entriesMax: 1_000, bytesMax });
      for (let id = 1; id <= count; id += 1) ring.push(entry(id));
      return idsAfter(ring, ring.floor).length;
    };
    const one = new Ring(0, roomy);
    one.push(entry(1));
    expect([16, 17].map((count) => held(count, count * one.bytes))).to.deep.equal([16, 17]);
    expect([16, 17].map((count) => held(count, count * one.bytes - 1))).to.deep.equal([14, 14]);
  });

  it('drops as many as needed when texts are long, but never the newest', () => {
    const ring = new Ring(0, { entriesMax: 1_000, bytesMax: 100_000 });
    for (let id = 1; id <= 100; id += 1) ring.push(entry(id, { content: 'x'.repeat(10_000) }));
    expect(ring.bytes).to.be.at.most(100_000);
    expect(idsAfter(ring, ring.floor).length).to.be.within(6, 9);
    ring.push(entry(101, { content: 'x'.repeat(1_000_000) }));
    expect(idsAfter(ring, ring.floor)).to.deep.equal([101]);
    ring.push(entry(102));
    expect(idsAfter(ring, ring.floor)).to.deep.equal([102]);
  });

  it('counts the content of edits as well as that of messages', () => {
    const ring = new Ring(0, roomy);
    const update = {
      kind: 'update',
      fields: { content: 'x'.repeat(5_000) },
      flags: { mentioned: [], wildcard: false },
    };
    ring.push({ ...entry(1), body: update as never });
    expect(ring.bytes).to.be.greaterThan(5_000);
  });

  it('counts two bytes for each character of a text that is not Latin-1', () => {
    const sizeOf = (content: string): number => {
      const ring = new Ring(0, roomy);
      ring.push(entry(1, { content }));
      return ring.bytes;
    };
    expect(sizeOf(`${'é'.repeat(9_999)}é`) - sizeOf('')).to.equal(10_000);
    expect(sizeOf(`${'é'.repeat(9_999)}ш`) - sizeOf('')).to.equal(20_000);
  });

  it('counts the texts that polls make of entries, as long as it holds the entry, and makes room when asked', () => {
    const account = { bytes: 0 };
    const ring = new Ring(0, { entriesMax: 1_000, bytesMax: 50_000 }, account);
    const entries = [1, 2, 3, 4].map((id) => entry(id));
    for (const one of entries) ring.push(one);
    const before = ring.bytes;
    for (const { fields } of entries) {
      fields.once('html avatar', () => 'x'.repeat(20_000));
      fields.once('html avatar', () => 'another text');
    }
    expect(ring.bytes).to.equal(before + 80_000);
    ring.trim();
    expect(ring.bytes).to.be.within(20_000, 50_000);
    const after = ring.bytes;
    entries[0]?.fields.once('raw avatar', () => 'x'.repeat(20_000));
    expect(ring.bytes).to.equal(after);
    expect(account.bytes).to.equal(after);
    ring.skipTo(9);
    expect([ring.bytes, account.bytes]).to.deep.equal([0, 0]);
  });

  it('drops the entries with the content of an erased message, and no longer counts them', () => {
    const ring = new Ring(0, roomy);
    ring.push(entry(1, { content: 'kept', carries: 5 }));
    const { bytes } = ring;
    ring.push(entry(2, { content: 'erased', carries: 6 }));
    ring.push(entry(3, { content: 'erased again', carries: 6 }));
    ring.erase(MessageId.parse(6));
    expect(idsAfter(ring, 0)).to.deep.equal([1]);
    expect(ring.bytes).to.equal(bytes);
    for (let round = 0; round < 100; round += 1) {
      ring.push(entry(10 + round, { carries: 7 }));
      ring.erase(MessageId.parse(7));
    }
    expect(ring.bytes).to.equal(bytes);
  });

  it('is empty after a skip', () => {
    const ring = new Ring(0, roomy);
    ring.push(entry(1));
    ring.skipTo(5);
    expect([ring.floor, ring.bytes, idsAfter(ring, 5)]).to.deep.equal([5, 0, []]);
  });
});
