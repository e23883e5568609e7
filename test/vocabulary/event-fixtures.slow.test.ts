/** What was ever written can be read, by this version and by every later one. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { decode } from '../../src/engine/follow/decode.ts';
import { eventSchemas } from '../../src/vocabulary/events/index.ts';
import { filesWanted, fixtures, sums } from '../support/event-fixtures.ts';
import { eventsPage, eventsPageFile } from '../support/events-page.ts';

const metadata = { actor: 1, at: 1, client: 'c', requestId: 'r', salt: 's' };

describe('events that were ever written', () => {
  it('have a file of payloads for each version (`node --import=tsx test/support/event-fixtures.ts` writes those of new ones)', () => {
    const files = fixtures().map(({ file }) => file);
    expect(filesWanted().filter((file) => !files.includes(file))).to.deep.equal([]);
  });

  it('stay as they were: no file is edited or lost', () => {
    const { noted, found } = sums();
    expect(Object.fromEntries(found)).to.deep.equal(Object.fromEntries(noted));
  });

  for (const { file, name, version, payloads } of fixtures())
    it(`${file}: every payload is read in today's shape, and no field is dropped`, () => {
      expect(payloads).to.not.be.empty;
      for (const data of payloads) {
        const stored = { id: 'x', type: name, data, stream: 'realm-1.settings', revision: 0, position: 1 };
        const event = decode({ ...stored, metadata: { ...metadata, schema: version } });
        expect(event, name).to.not.equal(undefined);
        if (event) expect(eventSchemas[event.type].parse(event.data)).to.deep.equal(event.data);
      }
    });

  it('are described in docs/events.md (`node --import=tsx test/support/events-page.ts` writes it)', () => {
    expect(readFileSync(eventsPageFile, 'utf8')).to.equal(eventsPage());
  });
});
