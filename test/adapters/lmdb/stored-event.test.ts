import { expect } from 'chai';
import fc from 'fast-check';
import {
  parseEvent,
  placeEvent,
  serializeEvent,
  skimmedEvent,
  writtenEvent,
} from '../../../src/adapters/lmdb/stored-event.ts';
import { leafHashTextOfStored } from '../../../src/ledger/leaf.ts';
import { EventLogDamaged, fatalText, type NewEvent, type StoredEvent } from '../../../src/ports/event-log.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(',"metadata":', '"', '\\', '{"salt":"'),
);
const event = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('MessageSent', 'RealmRegistered'),
  data: fc.dictionary(text, fc.jsonValue()),
  metadata: fc.record(
    {
      actor: fc.option(fc.nat()),
      at: fc.nat(),
      client: text,
      requestId: text,
      causedBy: fc.uuid(),
      decidedOn: fc.uuid(),
      schema: fc.integer({ min: 1, max: 9 }),
      salt: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    },
    { requiredKeys: ['actor', 'at', 'client', 'requestId', 'schema', 'salt'] },
  ),
});
const plain: NewEvent = {
  id: '0198c0de-0000-7000-8000-000000000001',
  type: 'MessageSent',
  data: { messageId: 7, text: { content: 'a "word",\n"metadata":{}' } },
  metadata: { actor: 3, at: 1, client: 'x', requestId: 'r', schema: 1, salt: 'A'.repeat(43) },
};

const stream = 'message-1.7';
const storedText = (one: NewEvent): string => placeEvent(stream, 0, serializeEvent(one));
const leafOfParsed = (json: string): string => leafHashTextOfStored(JSON.parse(json));
const fieldsOf = ({ id, type, data, metadata, revision, position, ...rest }: StoredEvent): StoredEvent => ({
  id,
  type,
  data,
  metadata,
  revision,
  position,
  stream: rest.stream,
});

describe('a stored event', () => {
  it('has the same leaf and the same fields, whether its data are parsed or not', () => {
    fc.assert(
      fc.property(event, (one) => {
        const json = storedText(one);
        for (const read of [skimmedEvent(json, 5), writtenEvent(json, 5)]) {
          expect(leafHashTextOfStored(read)).to.equal(leafOfParsed(json));
          expect(fieldsOf({ ...read, data: read.data })).to.deep.equal({ ...JSON.parse(json), position: 5 });
        }
      }),
    );
  });

  it('is read without parsing all of it if nothing around the data has an escape', () => {
    expect(skimmedEvent(storedText(plain), 5).content).to.be.a('string');
    expect(writtenEvent(storedText(plain), 5).content).to.be.a('string');
    const quoted = { ...plain, metadata: { ...(plain.metadata as object), client: 'a "client"' } };
    expect(skimmedEvent(storedText(quoted), 5).content).to.equal(undefined);
  });

  it('has another leaf if a piece of its text is repeated anywhere, unless its meaning stays the same', () => {
    const json = storedText(plain);
    const { length } = json;
    const cuts = fc.record({ from: fc.nat(length), to: fc.nat(length), at: fc.nat(length) });
    const leaf = leafOfParsed(json);
    fc.assert(
      fc.property(cuts, ({ from, to, at }) => {
        const changed = `${json.slice(0, at)}${json.slice(from, to)}${json.slice(at)}`;
        const { content, ...read } = skimmedEvent(changed, 5);
        if (content === undefined || leafHashTextOfStored({ ...read, content }) !== leaf) return;
        expect(leafOfParsed(changed)).to.equal(leaf);
      }),
      { numRuns: 2_000 },
    );
  });

  const { id, type } = plain;
  for (const json of [
    '{"stream":"a',
    '',
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    JSON.stringify({ revision: 0, id, type }),
    JSON.stringify({ stream, id, type }),
    JSON.stringify({ stream, revision: 0, type }),
    JSON.stringify({ stream, revision: 0, id, type: 7 }),
  ]) {
    it(`is reported in one line, with what to do, if its text is ${json || 'empty'}`, () => {
      let thrown: unknown;
      try {
        parseEvent(json, 7);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(EventLogDamaged);
      expect(fatalText(thrown as EventLogDamaged)).to.equal(
        'the event at position 7 cannot be read: its text is not that of an event. Put back a backup of the log; `verbatim verify` tells which events were changed',
      );
    });

    it(`has no type when the log is verified if its text is ${json || 'empty'}`, () => {
      expect(skimmedEvent(json, 7)).to.include({ position: 7, type: '', data: null });
    });
  }
});
