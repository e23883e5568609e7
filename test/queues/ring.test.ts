import { expect } from 'chai';
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
    text: { content, html: '' },
    flags: { mentioned: [], wildcard: false },
  },
  carries: carries as MessageId | undefined,
  fields: {},
});
const idsAfter = (ring: Ring, cursor: number): number[] => {
  const ids: number[] = [];
  ring.after(cursor, ({ eventId }) => ids.push(eventId) === Number.POSITIVE_INFINITY);
  return ids;
};
const roomy = { entriesMax: 1_000, charactersMax: 1e9 };

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

  it('drops the oldest eighth when it is full, and moves its floor up', () => {
    const ring = new Ring(0, { entriesMax: 16, charactersMax: 1e9 });
    for (let id = 1; id <= 16; id += 1) ring.push(entry(id));
    expect(ring.floor).to.equal(0);
    ring.push(entry(17));
    expect(ring.floor).to.equal(2);
    expect(idsAfter(ring, ring.floor)[0]).to.equal(3);
  });

  it('drops as many as needed when texts are long, but never the newest', () => {
    const ring = new Ring(0, { entriesMax: 1_000, charactersMax: 100_000 });
    for (let id = 1; id <= 100; id += 1) ring.push(entry(id, { content: 'x'.repeat(10_000) }));
    expect(ring.characters).to.be.at.most(100_000);
    expect(idsAfter(ring, ring.floor).length).to.be.within(2, 5);
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
    expect(ring.characters).to.be.greaterThan(10_000);
  });

  it('drops the entries with the content of an erased message, and no longer counts them', () => {
    const ring = new Ring(0, roomy);
    ring.push(entry(1, { content: 'kept', carries: 5 }));
    const { characters } = ring;
    ring.push(entry(2, { content: 'erased', carries: 6 }));
    ring.push(entry(3, { content: 'erased again', carries: 6 }));
    ring.erase(MessageId.parse(6));
    expect(idsAfter(ring, 0)).to.deep.equal([1]);
    expect(ring.characters).to.equal(characters);
    for (let round = 0; round < 100; round += 1) {
      ring.push(entry(10 + round, { carries: 7 }));
      ring.erase(MessageId.parse(7));
    }
    expect(ring.characters).to.equal(characters);
  });

  it('is empty after a skip', () => {
    const ring = new Ring(0, roomy);
    ring.push(entry(1));
    ring.skipTo(5);
    expect([ring.floor, ring.characters, idsAfter(ring, 5)]).to.deep.equal([5, 0, []]);
  });
});
