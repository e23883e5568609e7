import { expect } from 'chai';
import type { NewEvent } from '../../../src/ports/event-log.ts';
import { newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { type Bench, failureOf, openBench, patient } from './fixture.ts';

const circle: Record<string, unknown> = {};
circle.self = circle;

/** Parts that make an event invalid. */
const wrong: Readonly<Record<string, Partial<NewEvent>>> = {
  'an id that is no UUID': { id: 'first' },
  'an empty id': { id: '' },
  'an empty type': { type: '' },
  'no data': { data: undefined },
  'a function for data': { data: () => 1 },
  'a BigInt in data': { data: { count: 1n } },
  'a circle in data': { data: circle },
  'no metadata': { metadata: undefined },
  'a BigInt in metadata': { metadata: [1n] },
};

describe('invalid events for eventstoredb', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench({ timings: patient });
  });
  after(() => bench.stop());

  for (const [name, part] of Object.entries(wrong)) {
    it(`${name} is refused before anything is sent, together with the other events of the append`, async () => {
      const stream = newStream();
      const bad = { ...newEvent(), ...part };
      expect(await failureOf(bench.log.append(stream, [newEvent(), bad], 'none'))).to.be.instanceOf(TypeError);
      expect(await bench.log.readStream(stream)).to.deep.equal([]);
      succeed(await bench.log.append(stream, [newEvent()], 'none'));
    });
  }

  for (const name of ['', 'a b', 'ü', 'x'.repeat(501), '$$a', '$all']) {
    it(`a log stream may not be called ${JSON.stringify(name.slice(0, 20))}`, async () => {
      expect(await failureOf(bench.log.append(name, [newEvent()], 'none'))).to.be.instanceOf(RangeError);
    });
  }

  for (const value of [null, 0, '', false, [], 'text', { nested: [null] }]) {
    it(`${JSON.stringify(value)} comes back unchanged, as data and as metadata`, async () => {
      const stream = newStream();
      succeed(await bench.log.append(stream, [{ ...newEvent(value), metadata: value }], 'none'));
      const [event] = await bench.log.readStream(stream);
      expect([event?.data, event?.metadata]).to.deep.equal([value, value]);
    });
  }

  it('more data than the store takes in one append is refused, with and without asking the store', async () => {
    const text = 'x'.repeat(600_000);
    const lenient = await bench.openAnother({ appendBytesMax: 10_000_000 });
    for (const log of [bench.log, lenient]) {
      const stream = newStream();
      const result = await log.append(stream, [newEvent(text), newEvent(text)], 'none');
      expect(result).to.deep.equal({ ok: false, reason: 'too-large' });
      succeed(await log.append(stream, [newEvent(text)], 'none'));
    }
    await lenient.close();
  });
});
