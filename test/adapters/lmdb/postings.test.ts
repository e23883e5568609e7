/** Properties of postings outside the contract: their bytes are removed with their documents, and a kill leaves them consistent. */
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { keyOfBytes } from '../../../src/adapters/lmdb/postings/blocks.ts';
import { Changes } from '../../../src/adapters/lmdb/postings/changes.ts';
import { component, groupOf } from '../../../src/adapters/lmdb/postings/group.ts';
import { GroupedRecords } from '../../../src/adapters/lmdb/postings/grouped-records.ts';
import { changesIn } from '../../../src/adapters/lmdb/postings/lookup.ts';
import { decodeNumbers, encodeNumbers } from '../../../src/adapters/lmdb/postings/numbers.ts';
import { paceDefault } from '../../../src/adapters/lmdb/postings/pace.ts';
import { beforeBlocks, recordMark } from '../../../src/adapters/lmdb/postings/postings.ts';
import { mergedCount } from '../../../src/adapters/lmdb/postings/tiers.ts';
import { openReadFile } from '../../../src/adapters/lmdb/read-file.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { serialized } from '../../../src/adapters/lmdb/serialized-write.ts';
import { foldedFieldReader } from '../../../src/define/index-fields.ts';
import type { ReadView, Write } from '../../../src/ports/read-store.ts';
import { checkpointAt, commitTo, type Letter, letters, models } from '../../contracts/read-store/fixture.ts';
import { marksIn } from '../../support/files-holding.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { turnsDuring } from '../../support/turns.ts';
import { lettersChild } from './child.ts';
import { postingsOf } from './postings-of.ts';

const put = (number: number, words: readonly string[]): Write => ({
  model: 'letters',
  op: 'put',
  id: `${number}`,
  document: { box: 1, words, number },
});
const remove = (number: number): Write => ({ model: 'letters', op: 'remove', id: `${number}` });

/** The result of a search for every word in the index, and the result expected from the documents. */
const agreement = async (view: ReadView): Promise<[found: unknown, expected: unknown]> => {
  const documents: Letter[] = await view.scan(letters, 'byNumber', { prefix: [], limit: 100_000 });
  const words = ['all', ...Array.from({ length: 12 }, (_, number) => `${number}`)];
  const found = await Promise.all(
    words.map((word) => view.scanKeys(letters, 'byWord', { prefix: [1, word], limit: 100_000 })),
  );
  const numbersOf = (word: string): unknown[] =>
    documents.filter((document) => document.words?.includes(word)).map(({ number }) => [1, word, number]);
  return [found, words.map(numbersOf)];
};

describe('postings in the lmdb read store', () => {
  for (const pace of [
    { ...paceDefault, waitingMax: 0 },
    { waitingMax: 2_000, groupsPerCommit: 250, groupsMax: 400, recordMax: 1_000 },
    paceDefault,
  ]) {
    it(`leave no bytes of words that are in no document any more, with ${pace.waitingMax} bytes waiting`, async () => {
      const folder = temporaryFolder();
      const store = await openLmdbReadStore(folder, { pace });
      await store.open(models);
      const marks = ['GOESWITHAREMOVAL', 'GOESWITHANEDIT', 'GOESLATE', 'STAYSALLTHESAME'] as const;
      const [removed, edited, late, kept] = marks;
      const count = 600;
      const every = (from: number, make: (number: number) => Write): Write[] =>
        Array.from({ length: count }, (_, index) => make(from + index));
      await commitTo(
        store,
        every(0, (number) => put(number, [kept, removed, `${removed}${number}`, number < 8 ? late : 'other'])),
        checkpointAt(1),
      );
      await commitTo(
        store,
        every(count, (number) => put(number, [kept, edited, `${edited}${number}`])),
        checkpointAt(2),
      );
      await commitTo(store, every(0, remove).slice(8), checkpointAt(3));
      await commitTo(
        store,
        every(count, (number) => put(number, [kept, 'other'])),
        checkpointAt(4),
      );
      // Few enough to stay in records.
      const first = Array.from({ length: 8 }, (_, number) => remove(number));
      await commitTo(store, first, checkpointAt(5));
      expect(marksIn(folder, marks)).to.deep.equal([...marks]);
      await store.scrub();
      expect(marksIn(folder, marks)).to.deep.equal([kept]);
      const left = await store.snapshot((view) => view.count(letters, 'byWord', { prefix: [1, kept], limit: 10_000 }));
      expect(left).to.equal(count);
      await store.close();
      expect(marksIn(folder, marks)).to.deep.equal([kept]);
    });
  }

  it('match the documents after a kill at any time', async () => {
    const folder = temporaryFolder();
    for (const commits of [3, 60]) {
      const child = lettersChild(folder);
      await child.printed('committed', commits);
      child.process.kill('SIGKILL');
      await child.ended;
      const store = await openLmdbReadStore(folder, {
        pace: { ...paceDefault, waitingMax: 5_000, groupsPerCommit: 5 },
      });
      await store.open(models);
      const [found, expected] = await store.snapshot(agreement);
      expect(found).to.deep.equal(expected);
      await store.close();
    }
  });

  it('need a whole number as the last field, and a range with all other fields', async () => {
    const store = await openLmdbReadStore(temporaryFolder());
    await store.open(models);
    for (const number of [-1, 0.5, 2 ** 53, Number.NaN]) {
      const failed = await commitTo(store, [put(number, ['a'])], checkpointAt(1)).then(() => undefined, String);
      expect(failed).to.match(/^DocumentRefused/);
    }
    const asked = await store
      .snapshot((view) => view.scanKeys(letters, 'byWord', { prefix: [1], limit: 1 }))
      .then(() => undefined, String);
    expect(asked).to.match(/^RangeError/);
    await store.close();
  });
});

describe('how postings are kept', () => {
  it('in records until they reach the limit, then in blocks', async () => {
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'), {
      ...paceDefault,
      waitingMax: 1700,
      groupsPerCommit: 10,
    });
    await file.define(models);
    const { database } = postingsOf(file, 'byWord');
    const kinds = (): object => {
      const keys = [...database.getKeys({})].map(keyOfBytes);
      const blocks = keys.filter((key) => key > beforeBlocks).length;
      return { records: keys.filter((key) => key.startsWith(recordMark)).length, blocks };
    };
    const commit = (from: number, count: number): Promise<void> =>
      file.write(
        Array.from({ length: count }, (_, index) => serialized(put(from + index, ['word']))),
        undefined,
      );
    await commit(0, 60);
    expect(kinds()).to.deep.equal({ records: 1, blocks: 0 });
    await commit(60, 30);
    expect(kinds()).to.deep.equal({ records: 2, blocks: 0 });
    // Blocks are prepared during one commit and written with the next.
    await commit(90, 30);
    expect(kinds()).to.deep.equal({ records: 3, blocks: 0 });
    await commit(120, 10);
    expect(kinds()).to.deep.equal({ records: 2, blocks: 1 });
    await file.close();
  });

  it('in a record that is read for a copy in many turns, however many words it has', async () => {
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'), paceDefault);
    await file.define(models);
    const length = 200;
    const wordsOf = (number: number): string[] =>
      Array.from({ length }, (_, index) => `word${number * length + index}`);
    await file.write(
      Array.from({ length }, (_, number) => serialized(put(number, wordsOf(number)))),
      undefined,
    );
    const transaction = file.beginRead();
    let changed: ReadonlyMap<string, readonly number[]> = new Map();
    const turns = await turnsDuring(async () => {
      changed = await postingsOf(file, 'byWord').read(transaction).changedGroups();
    });
    // Half a megabyte.
    expect(turns).to.be.at.least(40);
    expect(changed.size).to.equal(length * length);
    for (const number of [0, length - 1])
      for (const word of wordsOf(number))
        expect(changed.get(groupOf([component(1), component(word)])), word).to.deep.equal([number]);
    transaction.done();
    await file.close();
  });

  it('in complete blocks when commits fail during merging', async () => {
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'), {
      ...paceDefault,
      waitingMax: 300,
      groupsPerCommit: 2,
    });
    await file.define(models);
    const postings = postingsOf(file, 'byWord');
    const wordsOf = (number: number): string[] => ['all', `${number % 7}`, `${number % 5}-${number % 3}`];
    for (let number = 0; number < 200; number += 1) {
      const changes = postings.changes();
      changes.replace(undefined, { box: 1, words: wordsOf(number), number });
      // The same preparation as for a commit that then fails.
      postings.putsFor(changes.record());
      if (number % 3 > 0) postings.prepareNext();
      await file.write([serialized(put(number, wordsOf(number)))], undefined);
    }
    const transaction = file.beginRead();
    const reader = postings.read(transaction);
    for (const word of new Set(Array.from({ length: 200 }, (_, number) => wordsOf(number)).flat())) {
      const numbers = Array.from({ length: 200 }, (_, number) => number).filter((one) => wordsOf(one).includes(word));
      expect(reader.numbers({ prefix: [1, word], limit: 1000 }), word).to.deep.equal(numbers);
    }
    transaction.done();
    await file.close();
  });

  it('in records whose search and grouping find the same changes', () => {
    const words = ['a', 'ab', 'b', '1', '12', 'x'.repeat(64), 'x'.repeat(70), 'é', ''];
    const field = fc.oneof(fc.constantFrom<unknown>(1, 12, 'a', '1', null), fc.subarray(words));
    const text = fc
      .array(fc.constantFrom(...words, ' ', ',', 'A', '\n'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const ofText = fc.record({ text, box: fc.constantFrom(1, 12, 'a', 'é'), number: fc.nat(20) });
    // Two fields whose elements can make the same group.
    const ofList = fc.record({ box: field, sender: fc.constantFrom('1', 'a'), number: fc.nat(20) });
    const fields = (document: fc.Arbitrary<object>): readonly string[] =>
      document === ofText ? ['words(text)', 'box', 'number'] : ['sender', 'box', 'number'];
    for (const document of [ofText, ofList] as readonly fc.Arbitrary<object>[]) {
      const pairs = fc.array(fc.tuple(fc.option(document), fc.option(document)), { maxLength: 10 });
      const property = fc.property(pairs, (changed) => {
        // Two records are equivalent to one.
        const records = [changed.slice(0, 5), changed.slice(5)].map((some) => {
          const changes = new Changes(fields(document), foldedFieldReader(fields(document)));
          for (const [before, after] of some) changes.replace(before ?? undefined, after ?? undefined);
          return changes.record();
        });
        const record = Buffer.concat(records);
        const found = (components: readonly string[]): readonly number[] =>
          changesIn(record.toString('latin1'), components);
        const grouped = new GroupedRecords();
        for (const one of records) grouped.add(one);
        const groups = new Map(
          grouped
            .groups()
            .after('', Number.POSITIVE_INFINITY)
            .map(({ name, changes: own }) => [name, own]),
        );
        for (const [name, own] of groups) {
          const values: unknown[] = JSON.parse(`[${Buffer.from(name, 'latin1').toString('utf8')}]`);
          expect(found(values.map(component)), name).to.deep.equal(own);
        }
        for (const one of [...words, 1, 12, null]) {
          for (const other of [...words, 1, 12, null]) {
            const components = [one, other].map(component);
            expect(found(components)).to.deep.equal(groups.get(groupOf(components)) ?? []);
          }
        }
      });
      fc.assert(property);
    }
  });

  it('as numbers that are decoded as they were encoded', () => {
    const numbers = fc.uniqueArray(fc.oneof(fc.maxSafeNat(), fc.nat(500)), { maxLength: 50 });
    fc.assert(
      fc.property(numbers, (some) => {
        const rising = some.sort((a, b) => a - b);
        expect(decodeNumbers(encodeNumbers(rising))).to.deep.equal(rising);
      }),
    );
  });

  it('in few records, each of which is rarely merged', () => {
    const commits = 4000;
    const sizeOf = (commit: number): number => 20 + ((commit * 7) % 30);
    let sizes: number[] = [];
    let most = 0;
    let rewritten = 0;
    for (let commit = 0; commit < commits; commit += 1) {
      sizes.push(sizeOf(commit));
      const count = mergedCount(sizes, Number.POSITIVE_INFINITY);
      const one = sizes.slice(sizes.length - count).reduce((sum, size) => sum + size);
      sizes = [...sizes.slice(0, sizes.length - count), one];
      rewritten += one;
      most = Math.max(most, sizes.length);
    }
    const all = sizes.reduce((sum, size) => sum + size);
    expect(most).to.be.at.most(35);
    // Once when it is written, and once for each tier.
    expect(rewritten / all).to.be.at.most(6);
  });
});
