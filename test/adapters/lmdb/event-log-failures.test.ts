/** Answers of the embedded log when the disk or a listener fails. */
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { collect, newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { appendingChild, type Child } from './child.ts';
import { hasStrace } from './strace.ts';

const acknowledgedBy = ({ lines }: Child): string[] =>
  lines.flatMap((line) => (line.startsWith('done ') ? [line.split(' ')[1] ?? ''] : []));

const idsIn = async (log: EventLog): Promise<string[]> => (await collect(log.readAll(0))).map(({ id }) => id);

describe('failures of the lmdb event log', () => {
  it('refuses appends on a full disk, writes nothing, and continues when there is space again', async () => {
    let free = 0;
    const options = { minimumFreeBytes: 1_000_000, freeBytes: async () => free };
    const log = await openLmdbEventLog(temporaryFolder(), options);
    const stream = newStream();
    const refused = await log.append(stream, [newEvent()], 'none');
    expect(refused).to.include({ ok: false, reason: 'unavailable' });
    expect(refused)
      .to.have.property('detail')
      .that.matches(/^disk full/);
    expect(await log.tail()).to.equal(0);
    free = 100_000_000;
    const event = newEvent();
    const placed = succeed(await log.append(stream, [event], 'none'));
    expect(placed).to.deep.equal({ revision: 0, position: 1 });
    await log.close();
  });

  it('answers appends that need no write as usual on a full disk', async () => {
    let free = 100_000_000;
    const options = { minimumFreeBytes: 1_000_000, freeBytes: async () => free };
    const log = await openLmdbEventLog(temporaryFolder(), options);
    const stream = newStream();
    const event = newEvent();
    const placed = await log.append(stream, [event], 'none');
    free = 0;
    const large = newEvent('x'.repeat(500_000));
    const fill = Array.from({ length: 40 }, () =>
      log.append(newStream(), [{ ...newEvent(), data: large.data }], 'none'),
    );
    expect((await Promise.all(fill)).some(({ ok }) => !ok)).to.equal(true);
    const [again, conflict, refused] = await Promise.all([
      log.append(stream, [event], 'none'),
      log.append(stream, [newEvent()], 'none'),
      log.append(stream, [large], 0),
    ]);
    expect(again).to.deep.equal(placed);
    expect(conflict).to.deep.equal({ ok: false, reason: 'conflict', actual: 0 });
    expect(refused).to.include({ ok: false, reason: 'unavailable' });
    await log.close();
  });

  it('asks the file system before every batch, and not for each event of it', async () => {
    let asked = 0;
    const freeBytes = async (): Promise<number> => {
      asked += 1;
      return 10_000_000_000;
    };
    const log = await openLmdbEventLog(temporaryFolder(), { freeBytes });
    for (let turn = 0; turn < 3; turn += 1) {
      const batch = Array.from({ length: 100 }, () => log.append(newStream(), [newEvent()], 'none'));
      for (const result of await Promise.all(batch)) succeed(result);
    }
    expect(asked).to.equal(3);
    await log.close();
  });

  it('refuses a batch whose commit fails, and keeps what was acknowledged before', async () => {
    const folder = temporaryFolder();
    // A limit on the size of the file simulates a disk that fails during a write.
    const child = appendingChild([folder, '1', '4', '2000'], ['bash', '-c', 'ulimit -f 300; exec "$@"', 'bash']);
    const { code, errors } = await child.ended;
    expect(code, errors).to.equal(0);
    const acknowledged = acknowledgedBy(child);
    const refusals = child.lines.filter((line) => line.startsWith('refused'));
    expect(refusals).to.have.length(4);
    expect(refusals.every((line) => line.includes('"reason":"unavailable"'))).to.equal(true);
    const log = await openLmdbEventLog(folder);
    expect(await idsIn(log)).to.have.members(acknowledged);
    expect(acknowledged.length).to.be.greaterThan(0);
    expect(succeed(await log.append(newStream(), [newEvent()], 'none')).position).to.equal(acknowledged.length + 1);
    await log.close();
  });

  it('ends the process when a flush fails, and acknowledges no append of that flush', async function () {
    if (!hasStrace()) {
      if (this.test) this.test.title += ' (strace is not installed)';
      this.skip();
    }
    const folder = temporaryFolder();
    // Calls are counted for each thread: with one worker thread, the flushes of batches are its own.
    const under = ['env', 'UV_THREADPOOL_SIZE=1', 'strace', '-f', '-o', '/dev/null', '-e', 'trace=fdatasync'];
    const failing = [...under, '-e', 'inject=fdatasync:error=EIO:when=20+'];
    const child = appendingChild([folder, '1', '4', '2000'], failing);
    const { code, errors } = await child.ended;
    expect(code, errors).to.equal(70);
    expect(errors).to.match(/event log: .*flush failed/);
    const acknowledged = acknowledgedBy(child);
    expect(acknowledged.length).to.be.within(1, 100);
    expect(child.lines.filter((line) => line.startsWith('refused'))).to.deep.equal([]);
    const log = await openLmdbEventLog(folder);
    expect(await idsIn(log)).to.include.members(acknowledged);
    await log.close();
  });

  for (const [how, onEvents] of [
    [
      'throws',
      () => {
        throw new Error('of the listener');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('of the listener');
      },
    ],
  ] as const) {
    it(`is fatal when a listener ${how}, because it has missed events`, async () => {
      const fatal: string[] = [];
      const log = await openLmdbEventLog(temporaryFolder(), { onFatal: ({ message }) => void fatal.push(message) });
      await new Promise<void>((onCaughtUp) => log.subscribe(0, [], { onEvents, onCaughtUp }));
      succeed(await log.append(newStream(), [newEvent()], 'none'));
      await new Promise((resolve) => setImmediate(resolve));
      expect(fatal).to.deep.equal(['of the listener']);
      const after = await log.append(newStream(), [newEvent()], 'none').then(String, String);
      expect(after).to.equal('Error: of the listener');
      await log.close();
    });
  }
});
