/**
 * Deleted bytes are no longer on the disk after a scrub. Method: values of every size that LMDB treats differently contain a mark;
 * the files of the folder are searched for the mark before the scrub (it must be found, else the search proves nothing) and after it.
 */
import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { FreeBytes } from '../../../src/folders.ts';
import type { Write } from '../../../src/ports/read-store.ts';
import { newEvent, newStream, succeed } from '../../contracts/event-log/fixture.ts';
import {
  checkpointAt,
  commitTo,
  found,
  models,
  nextTurn,
  putNote,
  removeNote,
} from '../../contracts/read-store/fixture.ts';
import { marksIn } from '../../support/files-holding.ts';
import { withLimits } from '../../support/lower-limits.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

/** Sizes: part of a page, one page with and without unused space, several pages. */
const sizes = [10, 300, 1500, 2100, 2700, 3900, 4100, 9000, 70_000];
const marked = (mark: string, size: number): string => `${mark}-${size}-${`${mark} `.repeat(size / mark.length)}`;

describe('scrub of the lmdb stores', () => {
  it('leaves no bytes of truncated events in any file of the log', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(folder);
    const [gone, kept] = ['SECRET-THAT-GOES', 'WORD-THAT-STAYS'];
    const streams: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (const size of sizes) {
        const stream = newStream();
        streams.push(stream);
        const events = [newEvent(marked(gone, size)), newEvent(marked(kept, size))];
        succeed(await log.append(stream, events, 'none'));
      }
    }
    for (const stream of streams) await log.truncate(stream, 1);
    expect(marksIn(folder, [gone, kept])).to.deep.equal([gone, kept]);
    await log.scrub();
    expect(marksIn(folder, [gone, kept])).to.deep.equal([kept]);
    for (const stream of streams) expect(await log.readStream(stream)).to.have.length(1);
    await log.close();
    expect(marksIn(folder, [gone, kept])).to.deep.equal([kept]);
  });

  it('copies nothing when nothing was truncated since the last scrub', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(folder);
    const stream = newStream();
    succeed(await log.append(stream, [newEvent(), newEvent()], 'none'));
    const files = readdirSync(folder);
    await log.scrub();
    expect(readdirSync(folder)).to.deep.equal(files);
    await log.truncate(stream, 1);
    await log.scrub();
    const scrubbed = readdirSync(folder);
    expect(scrubbed).not.to.deep.equal(files);
    await log.scrub();
    expect(readdirSync(folder)).to.deep.equal(scrubbed);
    await log.close();
  });

  it('performs a truncation that is requested during a scrub after it, and the next scrub removes the bytes', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(folder);
    const [early, late, other] = [newStream(), newStream(), newStream()];
    succeed(await log.append(early, [newEvent('EARLY-SECRET')], 'none'));
    succeed(await log.append(late, [newEvent('LATE-SECRET')], 'none'));
    const others = Array.from({ length: 5000 }, () => newEvent());
    succeed(await log.append(other, others, 'none'));
    await log.truncate(early, 1);
    const scrubbed = log.scrub();
    // The first chunk, which contains the early and the late event, is copied.
    while (!readdirSync(folder).some((name) => name.endsWith('.partial'))) await nextTurn();
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    await Promise.all([scrubbed, log.truncate(late, 1)]);
    expect(marksIn(folder, ['EARLY-SECRET'])).to.deep.equal([]);
    expect(await log.readStream(late)).to.deep.equal([]);
    await log.scrub();
    expect(marksIn(folder, ['LATE-SECRET'])).to.deep.equal([]);
    expect(await log.readStream(other)).to.have.length(others.length);
    await log.close();
  });

  it('changes nothing when it fails or the disk is too full, and can be repeated', async () => {
    const folder = temporaryFolder();
    let free = 64_000_000;
    const options = { minimumFreeBytes: 1_000_000, freeBytes: async () => free };
    const log = await openLmdbEventLog(folder, options);
    const stream = newStream();
    succeed(await log.append(stream, [newEvent('SECRET'), newEvent('STAYS')], 'none'));
    await log.truncate(stream, 1);
    free = 1_000_000;
    expect(await log.scrub().then(String, String)).to.match(/^DiskFull: disk full/);
    free = 64_000_000;
    const inTheWay = join(folder, 'log-2.mdb.partial');
    mkdirSync(inTheWay);
    expect(await log.scrub().then(String, String)).not.to.equal('undefined');
    expect(succeed(await log.append(stream, [newEvent('STAYS TOO')], 1)).revision).to.equal(2);
    rmdirSync(inTheWay);
    await log.scrub();
    expect(marksIn(folder, ['SECRET', 'STAYS', 'STAYS TOO'])).to.deep.equal(['STAYS', 'STAYS TOO']);
    await log.close();
  });

  it('keeps the old file of the read store until the last snapshot of it has ended', async () => {
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(folder);
    await store.open(models);
    await commitTo(store, [putNote('a', { rank: 1 })], checkpointAt(1));
    const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.mdb'));
    let scrubbed: Promise<void> | undefined;
    await store.snapshot(async (view) => {
      scrubbed = store.scrub();
      while (!files().includes('read-store-2.mdb')) await nextTurn();
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      await commitTo(store, [putNote('a', { rank: 2 })], checkpointAt(2));
      expect(files()).to.have.members(['read-store-1.mdb', 'read-store-2.mdb']);
      expect(await found(view, 'byRank')).to.deep.equal([{ rank: 1 }]);
    });
    await scrubbed;
    expect(files()).to.deep.equal(['read-store-2.mdb']);
    expect(await store.snapshot((view) => found(view, 'byRank'))).to.deep.equal([{ rank: 2 }]);
    await store.close();
  });

  it('leaves no bytes of replaced and removed documents or their keys in any file of the read store', async () => {
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(folder);
    await store.open(models);
    const [gone, kept] = ['SECRET-THAT-GOES', 'WORD-THAT-STAYS'];
    const note = (id: string, mark: string, size: number): Write =>
      putNote(id, { realm: 1, rank: size, title: `title ${mark}`, tags: [mark, 'x'], body: marked(mark, size) });
    for (let round = 0; round < 20; round += 1) {
      const [replaced, removed] = [(size: number) => `a${round}.${size}`, (size: number) => `b${round}.${size}`];
      const before = sizes.flatMap((size) => [note(replaced(size), gone, size), note(removed(size), gone, size)]);
      await commitTo(store, before, checkpointAt(round));
      const after = sizes.flatMap((size) => [note(replaced(size), kept, size), removeNote(removed(size))]);
      await commitTo(store, after, checkpointAt(round));
    }
    expect(marksIn(folder, [gone, kept])).to.deep.equal([gone, kept]);
    await store.scrub();
    expect(marksIn(folder, [gone, kept])).to.deep.equal([kept]);
    await store.close();
    expect(marksIn(folder, [gone, kept])).to.deep.equal([kept]);
  });

  /** Reports free space late after `stop` was called: the next caller waits until `go` is called. */
  const stoppable = () => {
    let next: (() => Promise<void>) | undefined;
    const freeBytes: FreeBytes = async () => {
      const held = next?.();
      next = undefined;
      await held;
      return 2 ** 40;
    };
    const stop = (): { readonly reached: Promise<void>; go(): void } => {
      const { promise: gone, resolve: go } = withResolvers();
      const reached = new Promise<void>((resolve) => {
        next = () => {
          resolve();
          return gone;
        };
      });
      return { reached, go };
    };
    return { freeBytes, stop };
  };

  const holdsNone = async (): Promise<void> => {
    const folder = temporaryFolder();
    const { freeBytes, stop } = stoppable();
    const store = await openLmdbReadStore(folder, { freeBytes });
    await store.open(models);
    await commitTo(store, [putNote('a', { rank: 1 }), putNote('b', { rank: 2 })], checkpointAt(1));
    // The first question is whether the whole copy has room, the next one is about its first documents.
    const beginning = stop();
    const scrubbed = store.scrub();
    await beginning.reached;
    const copying = stop();
    beginning.go();
    await copying.reached;
    const notes = 3000;
    const written: WeakRef<object>[] = [];
    const write = async (first: number): Promise<void> => {
      const writes = Array.from({ length: 1000 }, (_, n) =>
        putNote(`late${first + n}`, { rank: first + n, title: 'first' }),
      );
      for (const each of writes) written.push(new WeakRef(each));
      await commitTo(store, writes, checkpointAt(2));
    };
    for (let first = 0; first < notes; first += 1000) await write(first);
    await commitTo(store, [putNote('late0', { rank: 0, title: 'second' }), removeNote('b')], checkpointAt(3));
    await nextTurn();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(written.filter((each) => each.deref() !== undefined)).to.have.length(0);
    copying.go();
    await scrubbed;
    await store.snapshot(async (view) => {
      const ranks = await found(view, 'byRank', { limit: notes + 2 });
      expect(ranks).to.have.length(notes + 1);
      expect(ranks.slice(0, 3)).to.deep.equal([{ rank: 0, title: 'second' }, { rank: 1 }, { rank: 1, title: 'first' }]);
      expect(view.checkpoint).to.deep.equal(checkpointAt(3));
    });
    await store.close();
  };

  it(
    'holds no document in memory that is written while the read store is copied, and copies its final state',
    holdsNone,
  );

  it('does so if more documents are written than it remembers (keysSinceCopyMax)', () =>
    withLimits({ keysSinceCopyMax: 10 }, holdsNone));

  it('lets documents be written until few are left to copy', async () => {
    let onQuestion = async (): Promise<void> => undefined;
    const freeBytes = async (): Promise<number> => {
      await onQuestion();
      return 2 ** 40;
    };
    const store = await openLmdbReadStore(temporaryFolder(), { freeBytes });
    await store.open(models);
    const commit = (ids: readonly number[]) =>
      commitTo(
        store,
        ids.map((id) => putNote(`${id}`, { rank: id })),
        checkpointAt(ids.length),
      );
    const numbers = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
    /** Makes a scrub, and calls `act` each time that it asks for space. The questions of that act do not count. */
    const scrub = async (act: (question: number) => Promise<void>): Promise<number> => {
      let questions = 0;
      const ask = async (): Promise<void> => {
        onQuestion = async () => undefined;
        questions += 1;
        await act(questions);
        onQuestion = ask;
      };
      onQuestion = ask;
      await store.scrub();
      onQuestion = async () => undefined;
      return questions;
    };
    await commit([1]);
    const ofCopy = await scrub(async () => undefined);
    await commit([2]);
    const batches = 3;
    await scrub(async (question) => {
      if (question === ofCopy) await commit(numbers(1_000, 1_000 * batches));
      if (question > ofCopy && question <= ofCopy + batches) await commit([question]);
    });
    expect(await store.snapshot((view) => found(view, 'byRank', { limit: 5_000 }))).to.have.length(
      2 + 1_000 * batches + batches,
    );
    await store.close();
  });
});
