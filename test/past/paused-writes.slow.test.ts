/** Replicas open the file of the log while the service writes to it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { grantPauses } from '../../src/past/paused-writes.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { bundled } from '../support/bundled.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const started = (program: string, args: readonly string[] = []): ChildProcess =>
  fork(program, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

const asking = join(import.meta.dirname, 'asking-child.js');

/** Appends one event after the other until the process has ended. Resolves to the number of acknowledged ones. */
async function appendedUntil(child: ChildProcess, log: EventLog): Promise<number> {
  const ended = once(child, 'exit');
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let count = 0;
  while (!isOver) {
    const event = { id: crypto.randomUUID(), type: 'Sent', data: { count }, metadata: {} };
    const { ok } = await log.append('a', [event], count === 0 ? 'none' : count - 1);
    expect(ok, `append ${count}`).to.equal(true);
    count += 1;
  }
  expect(await ended).to.deep.equal([0, null]);
  return count;
}

async function countsIn(log: EventLog): Promise<number[]> {
  const counts: number[] = [];
  for await (const { data } of log.readAll(0)) counts.push((data as { count: number }).count);
  return counts;
}

describe('a replica that opens the file of the log', function () {
  this.timeout(120_000);

  it('loses no acknowledged event, however often the file is opened', async () => {
    const folder = join(temporaryFolder(), 'log');
    const log = await openLmdbEventLog(folder);
    const child = started(bundled(join(import.meta.dirname, 'opening-child.ts')), [folder, '150']);
    grantPauses(child, { ...log, logger: { warn: () => undefined } });
    const count = await appendedUntil(child, log);
    const all = Array.from({ length: count }, (_, at) => at);
    expect(await countsIn(log)).to.deep.equal(all);
    await log.close();
    const reopened = await openLmdbEventLog(folder);
    expect(await countsIn(reopened)).to.deep.equal(all);
    await reopened.close();
  });

  it('is killed if it does not open the file in time, and the service continues to write (logOpenSecs)', async () => {
    const child = started(asking);
    const ended = once(child, 'exit');
    let isPaused = false;
    const warned: object[] = [];
    const logger = { warn: (facts: object) => void warned.push(facts) };
    const resumed = new Promise<void>((resolve) => {
      const pauseWrites = async (work: () => Promise<void>): Promise<void> => {
        isPaused = true;
        await work();
        resolve();
      };
      grantPauses(child, { pauseWrites, logger }, 1);
    });
    await resumed;
    expect(isPaused).to.equal(true);
    expect(await ended).to.deep.equal([null, 'SIGKILL']);
    expect(warned).to.deep.equal([{ replica: child.pid }]);
  });

  it('blocks nothing if it ends before the file is open', async () => {
    const child = started(asking);
    const ended = once(child, 'exit');
    const resumed = new Promise<void>((resolve) => {
      const pauseWrites = async (work: () => Promise<void>): Promise<void> => {
        child.kill('SIGKILL');
        await work();
        resolve();
      };
      grantPauses(child, { pauseWrites, logger: { warn: () => undefined } });
    });
    await resumed;
    expect(await ended).to.deep.equal([null, 'SIGKILL']);
  });
});
