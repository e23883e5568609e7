/** Which process may use a folder, and which of its files is the store. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { FolderInUse } from '../../../src/adapters/lmdb/folder-lock.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { collect, ids, newEvent, newStream } from '../../contracts/event-log/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { appendingChild } from './child.ts';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const statusOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** A system without boot ids. */
const becomes = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await nextTurn();
};

describe('the folder of an lmdb store', () => {
  for (const [name, open] of [
    ['event log', openLmdbEventLog],
    ['read store', openLmdbReadStore],
  ] as const) {
    it(`is refused when the ${name} opens it twice, and free after closing`, async () => {
      const folder = temporaryFolder();
      const first = await open(folder);
      expect(await failureOf(open(folder))).to.be.instanceOf(FolderInUse);
      await first.close();
      await (await open(folder)).close();
    });
  }

  it('is refused while another process uses it, and free once that process has ended', async () => {
    const folder = temporaryFolder();
    const child = appendingChild([folder, '1', '1']);
    await child.printed('done', 1);
    expect(await failureOf(openLmdbEventLog(folder))).to.be.instanceOf(FolderInUse);
    child.process.kill('SIGKILL');
    await child.ended;
    await (await openLmdbEventLog(folder)).close();
  });

  it('is free when another process has got the process id of the owner', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'log.owner'), `${process.ppid} 1`);
    await (await openLmdbEventLog(folder)).close();
    const ended = spawnSync('true');
    writeFileSync(join(folder, 'log.owner'), `${ended.pid} `);
    await (await openLmdbEventLog(folder)).close();
  });

  it('is free once its owner was killed, even while the parent has not read its exit status', async () => {
    const folder = temporaryFolder();
    // The shell is replaced by `sleep`, a parent that never reads the exit status of its child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await becomes(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
      writeFileSync(join(folder, 'log.owner'), `${pid} ${statusOf(pid)[19]}`);
      expect(await failureOf(openLmdbEventLog(folder))).to.be.instanceOf(FolderInUse);
      process.kill(pid, 'SIGKILL');
      await becomes(() => statusOf(pid)[0] === 'Z');
      await (await openLmdbEventLog(folder)).close();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('loses the leftovers of an interrupted scrub, complete or partial', async () => {
    const folder = temporaryFolder();
    const event = newEvent();
    let log = await openLmdbEventLog(folder);
    await log.append(newStream(), [event], 'none');
    await log.close();
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.mdb'));
    // Two cases: killed during the copy, and killed after the rename and before the removal of the old file.
    writeFileSync(join(folder, 'log-9.mdb.partial'), 'torn');
    writeFileSync(join(folder, 'log-9.mdb.partial-lock'), 'torn');
    copyFileSync(join(folder, file), join(folder, 'log-2.mdb'));
    renameSync(join(folder, file), join(folder, 'log-1.mdb'));
    log = await openLmdbEventLog(folder);
    expect(ids(await collect(log.readAll(0)))).to.deep.equal([event.id]);
    await log.close();
    expect(readdirSync(folder).filter((name) => name.includes('.mdb'))).to.have.members([
      'log-2.mdb',
      'log-2.mdb-lock',
    ]);
  });
});
