/** A backup holds the log as it is stored, and a restore takes no other. Both without HTTP; `test/scenarios/backup.slow.test.ts` has the rest. */
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { type FillOptions, fillLmdbLog } from '../../src/adapters/lmdb/fill-log.ts';
import { backUp } from '../../src/audit/backup.ts';
import { logName, type Manifest, manifestName } from '../../src/audit/backup-format.ts';
import { manifestIn, restoreFrom } from '../../src/audit/restore.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { newEvent, newStream, succeed } from '../contracts/event-log/fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allIn } from './moving-support.ts';

const quiet = (): void => undefined;
const at = 1_700_000_000_000;

const backUpOf = (log: EventLog, folder: string, progress = quiet as Parameters<typeof backUp>[2]): Promise<Manifest> =>
  backUp(log, folder, progress, () => at);

const restoreTo = async (data: string, folder: string, options?: FillOptions): Promise<void> =>
  restoreFrom(folder, await manifestIn(folder), (bytes) => fillLmdbLog(join(data, 'log'), bytes, options), quiet);

const reasonOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: Error) => error.message,
  );

/** A log with what a store could get wrong: other scripts, lone surrogates, large events, truncated streams. */
async function pastIn(log: EventLog): Promise<{ emptied: string; deleted: string }> {
  const [emptied, deleted, other] = [newStream(), newStream(), newStream()];
  const texts = ['plain', 'żółć 日本 🙂', '\ud800 alone', 'x'.repeat(70_000), '{"position":1}\\"', ''];
  for (const stream of [emptied, deleted])
    succeed(await log.append(stream, [newEvent('GONE'), newEvent('ALSO-GONE')], 'none'));
  succeed(
    await log.append(
      other,
      texts.map((text) => newEvent({ text, 1: -0, __proto__: null })),
      'none',
    ),
  );
  succeed(await log.append(deleted, [newEvent('a fact stays')], 1));
  await log.truncate(deleted, 2);
  const last = newStream();
  succeed(await log.append(last, [newEvent('the newest of all')], 'none'));
  await log.truncate(last, 1);
  await log.truncate(emptied, 2);
  return { emptied, deleted };
}

describe('backup and restore of the embedded log', () => {
  let log: EventLog;
  let streams: { emptied: string; deleted: string };
  let past: StoredEvent[];
  const folder = join(temporaryFolder(), 'not/there/yet');
  before(async () => {
    log = await openLmdbEventLog(temporaryFolder());
    streams = await pastIn(log);
    past = await allIn(log);
    await backUpOf(log, folder);
  });
  after(() => log.close());

  /** A folder with the same files, changed. */
  const changed = (change: (path: string, name: string) => void, name: string): string => {
    const copy = temporaryFolder();
    for (const file of [logName, manifestName]) writeFileSync(join(copy, file), readFileSync(join(folder, file)));
    change(join(copy, name), name);
    return copy;
  };

  it('give the same events, positions, revisions and tail, and continue log streams whose events are gone', async () => {
    const data = temporaryFolder();
    await restoreTo(data, folder);
    const restored = await openLmdbEventLog(join(data, 'log'));
    expect(await allIn(restored)).to.deep.equal(past);
    expect(await restored.tail()).to.equal(await log.tail());
    expect(await restored.append(streams.emptied, [newEvent()], 'none')).to.deep.include({ ok: false, actual: 1 });
    for (const [stream, revision] of [
      [streams.emptied, 2],
      [streams.deleted, 3],
    ] as const) {
      const appended = succeed(await restored.append(stream, [newEvent()], revision - 1));
      expect(appended.revision).to.equal(revision);
      expect(appended.position).to.be.above(await log.tail());
    }
    await restored.close();
  });

  it('report how much was copied, and copy nothing that was truncated', () => {
    const manifest = JSON.parse(readFileSync(join(folder, manifestName), 'utf8'));
    expect(manifest).to.include({ format: 'verbatim-backup', version: 2, events: past.length, emptied_streams: 2 });
    expect(manifest.at).to.equal(new Date(at).toISOString());
    expect(readFileSync(join(folder, logName), 'utf8')).to.not.include('GONE');
  });

  it('refuse a backup with one changed byte, wherever it is', async () => {
    const data = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(logName, manifestName),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (name, where, by) => {
          const damaged = changed((path) => {
            const bytes = readFileSync(path);
            const at = where % bytes.length;
            bytes[at] = (bytes[at] ?? 0) ^ by;
            writeFileSync(path, bytes);
          }, name);
          expect(await reasonOf(restoreTo(data, damaged))).to.match(/ is damaged/);
        },
      ),
      { numRuns: 40 },
    );
    expect(readdirSync(data).flatMap((name) => readdirSync(join(data, name)))).to.deep.equal([]);
  });

  it('name the position before the damage, in one line', async () => {
    const fourth = past[3]?.position;
    const damaged = changed((path) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      lines[4] = (lines[4] ?? '').replace('"type"', '"tYpe"');
      writeFileSync(path, lines.join('\n'));
    }, logName);
    const why = await reasonOf(restoreTo(temporaryFolder(), damaged));
    expect(why).to.equal(
      `${damaged} is damaged after position ${fourth} of the log: ${logName}, line 5: its check does not fit: this line was changed, or lines before it are missing`,
    );
  });

  it('refuse a backup that was cut off, within a line or between two', async () => {
    const whole = readFileSync(join(folder, logName));
    const lastLine = whole.subarray(0, -1).lastIndexOf('\n') + 1;
    for (const length of [0, 10, lastLine, whole.length - 1]) {
      const cut = changed((path) => truncateSync(path, length), logName);
      expect(await reasonOf(restoreTo(temporaryFolder(), cut)), String(length)).to.match(
        / is (cut off|damaged) after position \d+ of the log/,
      );
    }
  });

  it('stop if the file system cannot create folders', async function () {
    if (!existsSync('/proc/self')) this.skip();
    expect(await reasonOf(backUpOf(log, '/proc/nowhere/backup'))).to.match(/^ENOENT: .* mkdir '\/proc\/nowhere'$/);
  });

  it('refuse a folder that is not empty, one that an interrupted backup left, and a data folder with a log', async () => {
    const [full, left, data] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFileSync(join(full, 'letter.txt'), '');
    writeFileSync(join(left, logName), readFileSync(join(folder, logName)));
    expect(await reasonOf(backUpOf(log, full))).to.include('is not empty');
    expect(await reasonOf(backUpOf(log, left))).to.include('holds a backup that was interrupted');
    expect(await reasonOf(restoreTo(data, left))).to.include('is no complete backup: it has no manifest.json');
    await restoreTo(data, folder);
    expect(await reasonOf(restoreTo(data, folder))).to.include('there is a log in');
  });

  it('begin only if there is enough space, and leave nothing if there is not', async () => {
    const data = temporaryFolder();
    const small = { minimumFreeBytes: 1_000_000, freeBytes: async () => 1_010_000 };
    expect(await reasonOf(restoreTo(data, folder, small))).to.match(
      /^disk full: no copy of \d+ bytes with 1010000 free/,
    );
    const narrow = await openLmdbEventLog(join(data, 'narrow'), small);
    expect(await reasonOf(backUpOf(narrow, join(data, 'backup')))).to.match(/^disk full/);
    expect(readdirSync(join(data, 'backup'))).to.deep.equal([]);
    await narrow.close();
    await restoreTo(data, folder);
  });

  it('are refused for a log that is kept elsewhere', async () => {
    const { copyInto: _, ...elsewhere } = log;
    const target = join(temporaryFolder(), 'backup');
    expect(await reasonOf(backUpOf(elsewhere, target))).to.include('use the backup tools of the event store itself');
    expect(readdirSync(join(target, '..'))).to.deep.equal([]);
  });

  it('remove what an interrupted restore has left, and use none of it', async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'log'));
    writeFileSync(join(data, 'log/log-2.mdb.partial'), 'half a page');
    await restoreTo(data, folder);
    expect(readdirSync(join(data, 'log')).filter((name) => name.endsWith('.partial'))).to.deep.equal([]);
  });
});

describe('a backup beside other work on the log', () => {
  it('lets appends continue, contains exactly the events up to its beginning, and makes truncations wait', async () => {
    const log = await openLmdbEventLog(temporaryFolder());
    const [early, later] = [newStream(), newStream()];
    succeed(
      await log.append(
        early,
        Array.from({ length: 2500 }, (_, at) => newEvent(at)),
        'none',
      ),
    );
    const there = await allIn(log);
    const folder = join(temporaryFolder(), 'backup');
    let truncated: Promise<void> | undefined;
    let isTruncated = false;
    let appended: Promise<unknown> | undefined;
    await backUpOf(log, folder, () => {
      truncated ??= log.truncate(early, 2000).then(() => {
        isTruncated = true;
      });
      appended ??= log.append(later, [newEvent('later')], 'none');
    });
    expect(appended).not.to.equal(undefined);
    await appended;
    await truncated;
    expect(isTruncated).to.equal(true);
    expect(await log.readStream(early)).to.have.length(500);
    const data = temporaryFolder();
    await restoreTo(data, folder);
    const restored = await openLmdbEventLog(join(data, 'log'));
    expect(await allIn(restored)).to.deep.equal(there);
    await restored.close();
    await log.close();
  });

  it('continues while a scrub replaces the file', async () => {
    const log = await openLmdbEventLog(temporaryFolder());
    const stream = newStream();
    succeed(
      await log.append(
        stream,
        Array.from({ length: 5000 }, (_, at) => newEvent(at)),
        'none',
      ),
    );
    await log.truncate(stream, 10);
    const there = await allIn(log);
    const folder = join(temporaryFolder(), 'backup');
    let scrubbed: Promise<void> | undefined;
    await backUpOf(log, folder, () => {
      scrubbed ??= log.scrub();
    });
    await scrubbed;
    const data = temporaryFolder();
    await restoreTo(data, folder);
    const restored = await openLmdbEventLog(join(data, 'log'));
    expect(await allIn(restored)).to.deep.equal(there);
    await restored.close();
    await log.close();
  });
});
