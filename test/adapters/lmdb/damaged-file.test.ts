/** A damaged file never ends the process with a signal: that of the log is refused in words, that of the read models is built again. */
import {
  chmodSync,
  closeSync,
  cpSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { isSystemError } from '../../../src/cli/system-error.ts';
import { openApplication } from '../../../src/main.ts';
import { EventLogDamaged } from '../../../src/ports/event-log.ts';
import { ReadStoreDamaged } from '../../../src/ports/read-store.ts';
import { replayTools as tools } from '../../../src/replay-tools.ts';
import { fillLog, openFiles, openFilesToRead, openLogToVerify } from '../../../src/stores.ts';
import { collect, newEvent } from '../../contracts/event-log/fixture.ts';
import { checkpointAt, commitTo, found, models, notes, putNote } from '../../contracts/read-store/fixture.ts';
import { asOrdinaryUser } from '../../support/client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { appendingChild, storeChild } from './child.ts';
import { hasStrace } from './strace.ts';

const overwrite =
  (bytes: number) =>
  (path: string): void => {
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(bytes, 'damage'));
    closeSync(file);
  };

const damages: Readonly<Record<string, (path: string) => void>> = {
  'its first 4 KB are overwritten': overwrite(4096),
  'all of it is overwritten': (path) => overwrite(statSync(path).size)(path),
  'it is cut off': (path) => truncateSync(path, 8192),
};

describe('a damaged file of the embedded log', () => {
  /** What a process left that was killed. */
  const killed = temporaryFolder();
  before(async () => {
    const child = appendingChild([killed, '1', '3']);
    await child.printed('done', 1);
    child.process.kill('SIGKILL');
    await child.ended;
  });

  /** A log with three events, closed or left by a process that was killed. */
  const folderOf = async (isClosed: boolean): Promise<string> => {
    const folder = temporaryFolder();
    if (!isClosed) {
      cpSync(killed, folder, { recursive: true });
      return folder;
    }
    const log = await openLmdbEventLog(folder);
    for (const stream of ['a', 'b', 'c']) await log.append(stream, [newEvent()], 'none');
    await log.close();
    return folder;
  };

  for (const isClosed of [true, false])
    for (const [name, damage] of Object.entries(damages))
      it(`is refused with what to do if ${name}, ${isClosed ? 'after a clean stop' : 'after a crash'}`, async () => {
        const folder = await folderOf(isClosed);
        const path = join(folder, 'log-1.mdb');
        damage(path);
        const before = readFileSync(path);
        const refused = await openLmdbEventLog(folder).catch((error: unknown) => error);
        expect(refused).to.be.instanceOf(EventLogDamaged);
        expect(String(refused)).to.include(path).and.include('Put back a backup');
        expect(readFileSync(path).equals(before), 'it is left as it is').to.equal(true);
      });

  for (const isClosed of [true, false])
    for (const [why, lose] of [
      ['it is empty', truncateSync],
      ['the file is missing', rmSync],
    ] as const)
      it(`is refused if ${why}, after a ${isClosed ? 'clean stop' : 'crash of the process that had made it'}`, async () => {
        const folder = await folderOf(isClosed);
        lose(join(folder, 'log-1.mdb'));
        const refused = await openLmdbEventLog(folder).catch((error: unknown) => error);
        expect(refused).to.be.instanceOf(EventLogDamaged);
        expect(String(refused)).to.include(`log-1.mdb is damaged: ${why}. Put back`);
      });

  it('is refused if it is empty and its digest was lost', async () => {
    const folder = await folderOf(true);
    truncateSync(join(folder, 'log-1.mdb'));
    rmSync(join(folder, 'log.digest'));
    expect(await openLmdbEventLog(folder).catch((error: unknown) => error)).to.be.instanceOf(EventLogDamaged);
  });

  it('is named if the system refuses to open it', async () => {
    const folder = await folderOf(true);
    const path = join(folder, 'log-1.mdb');
    chmodSync(path, 0o400);
    const files = [folder, path, `${path}-lock`];
    const refused = await asOrdinaryUser(files, () => openLmdbEventLog(folder).catch((error: unknown) => error));
    expect(isSystemError(refused)).to.equal(true);
    expect(String(refused)).to.include(`${path} cannot be opened (Permission denied: `).and.include('every user that');
  });

  it('is refused with an explanation if there is a folder in the place of its lock', async () => {
    const folder = await folderOf(true);
    const lock = join(folder, 'log-1.mdb-lock');
    rmSync(lock);
    mkdirSync(lock);
    const { code, errors } = await appendingChild([folder, '1', '1']).ended;
    expect(code, errors).to.equal(1);
    expect(errors).to.include(`${lock} cannot be opened`);
  });

  it('is refused with what to do if the disk fails to read it', async function () {
    if (!hasStrace()) {
      if (this.test) this.test.title += ' (strace is not installed)';
      this.skip();
    }
    const folder = await folderOf(true);
    const of = ['-P', join(folder, 'log-1.mdb'), '-e', 'trace=pread64', '-e', 'inject=pread64:error=EIO'];
    const { code, errors } = await appendingChild([folder, '1', '1'], ['strace', '-f', '-o', '/dev/null', ...of]).ended;
    expect(code, errors).to.equal(1);
    expect(errors).to.include('EventLogDamaged').and.include('(EIO)').and.include('Put back a backup');
  });

  it('is distinguished from an intact file that a killed process has left, or that was restored', async () => {
    const folder = await folderOf(false);
    const log = await openLmdbEventLog(folder);
    expect((await collect(log.readAll(0))).length).to.be.at.least(3);
    await log.close();
  });

  it('is one line and an exit code on the command line', async () => {
    const data = temporaryFolder();
    const complained: string[] = [];
    const run = () =>
      runCommandLine(
        ['realm', 'create', '--name=Acme', '--subdomain=acme', '--owner-email=ada@acme.example', '--owner-name=Ada'],
        { VERBATIM_DATA: data, VERBATIM_SECRET: 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A' },
        { open: openApplication, fillLog, openFiles, openFilesToRead, openLogToVerify, replayTools: async () => tools },
        () => undefined,
        (line) => complained.push(line),
      );
    expect(await run()).to.equal(0);
    overwrite(4096)(join(data, 'log', 'log-1.mdb'));
    expect(await run()).to.equal(1);
    expect(complained.length).to.equal(1);
    expect(complained[0]).to.match(
      /^verbatim: the event log .* is damaged: opening it ends a process with SIG[A-Z]+\. Put back/,
    );
  });
});

describe('a damaged file of the embedded read models', () => {
  /** What a process left that was killed. */
  const killed = temporaryFolder();
  before(async () => {
    const child = storeChild([killed, 'boot']);
    await child.printed('committed', 1);
    child.process.kill('SIGKILL');
    await child.ended;
  });

  for (const isClosed of [true, false])
    for (const [name, damage] of Object.entries(damages))
      it(`is built again if ${name}, ${isClosed ? 'after a clean stop' : 'after a crash'}`, async () => {
        const folder = temporaryFolder();
        if (isClosed) {
          const store = await openLmdbReadStore(folder, { bootId: async () => 'boot' });
          await store.open(models);
          await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(5));
          await store.close();
        } else cpSync(killed, folder, { recursive: true });
        damage(join(folder, 'read-store-1.mdb'));
        const discarded: string[] = [];
        const onDiscard = (path: string): void => void discarded.push(path);
        const store = await openLmdbReadStore(folder, { bootId: async () => 'boot', onDiscard });
        await store.open(models);
        expect(discarded).to.deep.equal([join(folder, 'read-store-1.mdb')]);
        expect(await store.checkpoint()).to.equal(undefined);
        expect(await store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([]);
        await store.close();
      });

  it('is known to be damaged if pages are damaged while it is open', async () => {
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(folder, { bootId: async () => 'boot' });
    await store.open(models);
    const ids = Array.from({ length: 500 }, (_, number) => `n${number}`);
    const writes = ids.map((id, rank) => putNote(id, { rank, body: 'x'.repeat(100) }));
    await commitTo(store, writes, checkpointAt(5));
    const file = openSync(join(folder, 'read-store-1.mdb'), 'r+');
    const pageBytes = 4096;
    for (let at = 16 * pageBytes; at < fstatSync(file).size; at += pageBytes)
      writeSync(file, Buffer.alloc(64), 0, 64, at);
    closeSync(file);
    const errors = await Promise.all(
      ids.map((id) => store.snapshot((view) => view.get(notes, id)).catch((error: unknown) => error)),
    );
    const failed = errors.filter((error) => error instanceof Error);
    expect(failed).to.not.deep.equal([]);
    for (const error of failed) expect(error).to.be.instanceOf(ReadStoreDamaged);
    await store.close();
  });

  it('is built again at the next start if a document turns out to be damaged', async () => {
    const folder = temporaryFolder();
    const discarded: string[] = [];
    const opened = async () => {
      const onDiscard = (path: string): void => void discarded.push(path);
      const store = await openLmdbReadStore(folder, { bootId: async () => 'boot', onDiscard });
      await store.open(models);
      return store;
    };
    const written = await opened();
    await commitTo(written, [putNote('a', { rank: 1 })], checkpointAt(5));
    await written.close();
    const path = join(folder, 'read-store-1.mdb');
    const bytes = readFileSync(path);
    bytes.fill('x', bytes.lastIndexOf('{"rank":1}'), bytes.lastIndexOf('"rank":1}'));
    writeFileSync(path, bytes);
    const damaged = await opened();
    const refused = await damaged.snapshot((view) => found(view, 'byRank')).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ReadStoreDamaged);
    expect(String(refused)).to.include('a restart builds them again').and.include('`verbatim rebuild`');
    await damaged.close();
    expect(discarded).to.deep.equal([]);
    const again = await opened();
    expect(discarded).to.deep.equal([path]);
    expect(await again.checkpoint()).to.equal(undefined);
    await again.close();
  });
});
