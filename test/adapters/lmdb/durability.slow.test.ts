/**
 * An acknowledged event survives the end of the process. Method: a child process keeps 64 appends in flight and reports each
 * acknowledgement; it is killed meanwhile, and every event that it reported must be in the log.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import { collect } from '../../contracts/event-log/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { appendingChild } from './child.ts';
import { durableBefore, hasStrace } from './strace.ts';

const killsCount = 2;

const assertWhole = (events: readonly StoredEvent[]): void => {
  const heads = new Map<string, number>();
  for (const [index, { position, stream, revision }] of events.entries()) {
    expect(position).to.equal(index + 1);
    expect(revision).to.equal((heads.get(stream) ?? -1) + 1);
    heads.set(stream, revision);
  }
};

describe('durability of the lmdb event log', () => {
  it('loses no acknowledged event and leaves no gap when the process is killed', async () => {
    const folder = temporaryFolder();
    const acknowledged = new Map<string, number>();
    for (let run = 1; run <= killsCount; run += 1) {
      const child = appendingChild([folder, String(run), '64']);
      await child.printed('done', randomInt(100, 400));
      child.process.kill('SIGKILL');
      const { errors } = await child.ended;
      const done = child.lines.map((line) => line.split(' ')).filter(([word]) => word === 'done');
      expect(done.length, errors).to.be.at.least(100);
      for (const [, id = '', position] of done) acknowledged.set(id, Number(position));

      const log = await openLmdbEventLog(folder);
      const events = await collect(log.readAll(0));
      assertWhole(events);
      const stored = new Map(events.map(({ id, position }) => [id, position]));
      for (const [id, position] of acknowledged) expect(stored.get(id)).to.equal(position);
      const streams = new Map<string, StoredEvent[]>(events.map(({ stream }) => [stream, []]));
      for (const event of events) streams.get(event.stream)?.push(event);
      for (const [stream, own] of streams) expect(await log.readStream(stream)).to.deep.equal(own);
      await log.close();
    }
  });

  it('acknowledges an append only after a flush that began when its pages were written', async function () {
    if (!hasStrace()) {
      if (this.test) this.test.title += ' (strace is not installed)';
      this.skip();
    }
    const folder = temporaryFolder();
    const trace = join(folder, 'trace.txt');
    const under = ['strace', '-f', '-o', trace, '-e', 'trace=fdatasync,fsync,msync,pwrite64,pwritev,write'];
    const { ended } = appendingChild([join(folder, 'log'), '1', '1', '50'], under);
    const { code, errors } = await ended;
    expect(code, errors).to.equal(0);
    const appends = durableBefore(readFileSync(trace, 'utf8'));
    expect(appends).to.have.length(50);
    expect(appends.every((isDurable) => isDurable)).to.equal(true);
  });
});
