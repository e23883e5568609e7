/** The file of known erasures has the same erasures as the log. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { changesErasures } from '../../src/past/erasing.ts';
import { erasuresAfter, knownErasures, learnErasures } from '../../src/past/known-erasures.ts';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import type { LogReader } from '../../src/ports/log-reader.ts';
import { isOf } from '../../src/replay/history.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const realmId = 1 as RealmId;

/** Every third event is a deletion. Its text makes it long. */
const events = (count: number, { id = 'id', length = 0 } = {}): StoredEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${id} ${at}`,
    stream: `message-${1 + (at % 2)}.${at}`,
    revision: 0,
    position: at + 1,
    metadata: {},
    ...(at % 3 === 0
      ? { type: 'MessageDeleted', data: { leaves: [], text: 'x'.repeat(length) } }
      : { type: 'MessageSent', data: {} }),
  }));

const readerOf = (log: readonly StoredEvent[], read: number[] = []): LogReader => ({
  async *readAll(after, upTo) {
    read.push(after);
    for (const event of log) if (event.position > after && event.position <= upTo) yield event;
  },
  readStream: async (stream) => log.filter((event) => event.stream === stream),
  close: async () => undefined,
});

const ofLog = (log: readonly StoredEvent[], after: number, upTo: number): number[] =>
  log
    .filter(
      (event) => event.position > after && event.position <= upTo && isOf(event, realmId) && changesErasures(event),
    )
    .map(({ position }) => position);

describe('known erasures', () => {
  const fileIn = (folder: string): string => join(folder, 'erasures.json');

  it('are read from the log step by step, each event once', async () => {
    const file = fileIn(temporaryFolder());
    const log = events(60);
    const read: number[] = [];
    const reader = readerOf(log, read);
    for (const tail of [20, 21, 60, 60]) await learnErasures(file, realmId, reader, tail);
    expect(read).to.deep.equal([0, 20, 21]);
    const known = await knownErasures(file, reader);
    expect(known).to.include({ since: 0, upTo: 60, events: 30 });
    for (const after of [0, 7, 31, 60])
      expect(erasuresAfter(known, after)?.map(({ position }) => position)).to.deep.equal(ofLog(log, after, 60));
    expect(erasuresAfter(known, 61)).to.equal(undefined);
    expect(existsSync(`${file}.partial`)).to.equal(false);
  });

  it('are bounded: earlier moments are treated as unknown (erasuresKnownBytesMax)', async () => {
    const file = fileIn(temporaryFolder());
    const length = limits.erasuresKnownBytesMax / 4;
    const log = events(60, { length });
    const known = await learnErasures(file, realmId, readerOf(log), 60);
    expect(known.erasing).to.have.length(3);
    expect(erasuresAfter(known, known.since - 1)).to.equal(undefined);
    expect(erasuresAfter(known, known.since)?.map(({ position }) => position)).to.deep.equal(
      ofLog(log, known.since, 60),
    );
  });

  it('may be exactly as long as the bound', async () => {
    const known = async (more: number) => {
      const [{ type, data, stream, revision, position } = {} as StoredEvent] = events(1);
      const without = JSON.stringify({ stream, revision, position, type, data }).length;
      const log = events(1, { length: limits.erasuresKnownBytesMax - without + more });
      return learnErasures(fileIn(temporaryFolder()), realmId, readerOf(log), 1);
    };
    expect(await known(0))
      .to.include({ since: 0 })
      .and.to.have.nested.property('erasing.length', 1);
    expect(await known(1))
      .to.include({ since: 1 })
      .and.to.have.nested.property('erasing.length', 0);
  });

  it('of another log, or damaged, are not used', async () => {
    const file = fileIn(temporaryFolder());
    await learnErasures(file, realmId, readerOf(events(60)), 60);
    const other = readerOf(events(60, { id: 'other' }));
    expect(await knownErasures(file, other)).to.equal(undefined);
    const learnt = await learnErasures(file, realmId, other, 30);
    expect(learnt).to.include({ since: 0, upTo: 30 });
    writeFileSync(file, readFileSync(file, 'utf8').slice(1));
    expect(await knownErasures(file, other)).to.equal(undefined);
  });
});
