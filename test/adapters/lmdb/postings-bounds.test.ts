/** What merging postings keeps in memory is bounded, however large commits are and however many words they have. */
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { keyOfBytes } from '../../../src/adapters/lmdb/postings/blocks.ts';
import { Changes } from '../../../src/adapters/lmdb/postings/changes.ts';
import { beforeBlocks, recordMark } from '../../../src/adapters/lmdb/postings/postings.ts';
import { inRecords, mark } from '../../../src/adapters/lmdb/postings/record.ts';
import { openReadFile } from '../../../src/adapters/lmdb/read-file.ts';
import { serialized } from '../../../src/adapters/lmdb/serialized-write.ts';
import { foldedFieldReader } from '../../../src/define/index-fields.ts';
import type { Write } from '../../../src/ports/read-store.ts';
import { models } from '../../contracts/read-store/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { postingsOf } from './postings-of.ts';

describe('postings of very many words are kept', () => {
  it('in blocks of a limited number of groups at a time, so that the names in memory are few', async () => {
    const pace = { waitingMax: 20_000, groupsPerCommit: 10_000, groupsMax: 500, recordMax: 2_000 };
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'), pace);
    await file.define(models);
    const { database } = postingsOf(file, 'byText');
    const blocks = (): number => [...database.getKeys({})].map(keyOfBytes).filter((key) => key > beforeBlocks).length;
    const perCommit = 200;
    const word = (number: number): string => `w${number}`.padEnd(8, 'x');
    const merged: number[] = [];
    let before = 0;
    for (let commit = 0; commit < 60; commit += 1) {
      const text = Array.from({ length: perCommit }, (_, at) => word(commit * perCommit + at)).join(' ');
      await file.write(
        [serialized({ model: 'letters', op: 'put', id: `${commit}`, document: { text, number: commit } })],
        undefined,
      );
      const now = blocks();
      merged.push(now - before);
      before = now;
      const transaction = file.beginRead();
      const { numbers } = postingsOf(file, 'byText').read(transaction);
      for (let of = 0; of <= commit; of += 7)
        expect(numbers({ prefix: [word(of * perCommit + 3)], limit: 9 }), `${of} after ${commit}`).to.deep.equal([of]);
      transaction.done();
    }
    expect(blocks()).to.be.above(60 * perCommit - (4 * 20_000) / 9);
    // Those that are allowed, and those of the record with which there are so many.
    expect(Math.max(...merged)).to.be.within(500, 500 + 2_000 / 9);
    await file.close();
  });

  it('in blocks of more groups at once than one call accepts arguments', async () => {
    const pace = { waitingMax: 0, groupsPerCommit: 1_000_000, groupsMax: 1_000_000, recordMax: 10_000_000 };
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'), pace);
    await file.define(models);
    const word = (number: number): string => number.toString(36).padStart(4, '0');
    const letter = (number: number, words: readonly string[]): Write => {
      const document = { box: 1, sender: 'ann', text: words.join(' '), number };
      return { model: 'letters', op: 'put', id: `${number}`, document };
    };
    const write = (...some: readonly Write[]): Promise<void> => file.write(some.map(serialized), undefined);
    const perLetter = 500;
    const wordsOf = (number: number): string[] =>
      Array.from({ length: perLetter }, (_, at) => word(number * perLetter + at));
    await write(...Array.from({ length: 300 }, (_, number) => letter(number, wordsOf(number))));
    for (const number of [300, 301]) await write(letter(number, ['few']));
    const transaction = file.beginRead();
    const reader = postingsOf(file, 'byText').read(transaction);
    const found = (prefix: string): number[] => reader.numbers({ prefix: [prefix], limit: 9 });
    expect(['0000', word(149_999), 'few'].map(found)).to.deep.equal([[0], [299], [300, 301]]);
    transaction.done();
    await file.close();
  });

  it('in several records if a commit is large', () => {
    const field = fc.constantFrom('1', 'x'.repeat(40));
    const lines = fc.array(fc.record({ number: fc.nat(20), text: fc.string({ maxLength: 90 }), box: field }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(lines, fc.integer({ min: 20, max: 200 }), (documents, bytesMax) => {
        const fields = ['words(text)', 'box', 'number'];
        const changes = new Changes(fields, foldedFieldReader(fields));
        for (const document of documents) changes.replace(undefined, document);
        const record = changes.record();
        const records = inRecords(record, bytesMax);
        expect(Buffer.concat(records)).to.deep.equal(record);
        for (const one of records) {
          const begins = [...one].filter((byte) => byte === mark.line).length;
          expect(one.length === 0 || one[0] === mark.line).to.equal(true);
          expect(one.length <= bytesMax || begins === 1).to.equal(true);
        }
      }),
    );
  });

  it('in blocks if a new index is filled from the stored documents', async () => {
    const path = join(temporaryFolder(), 'read-store-1.mdb');
    const waitingMax = 20_000;
    const file = openReadFile(path, { waitingMax, groupsPerCommit: 10_000, groupsMax: 10_000, recordMax: 10_000 });
    const without = models.map(({ name, indexes: { byText: _, ...indexes } }) => ({ name, indexes }));
    await file.define(without);
    const letter = (number: number): Write => {
      const document = { text: `word${number} common`, number };
      return { model: 'letters', op: 'put', id: `${number}`, document };
    };
    const count = 4_500;
    await file.write(
      Array.from({ length: count }, (_, number) => serialized(letter(number))),
      undefined,
    );
    await file.define(models);
    const { database, read } = postingsOf(file, 'byText');
    const records = [...database.getRange({})].filter(({ key }) => keyOfBytes(key).startsWith(recordMark));
    const waiting = records.reduce((sum, { value }) => sum + value.length, 0);
    // 1,000 documents, of 24 bytes each in a record, are filled in at once.
    expect(waiting).to.be.below(waitingMax + 3 * 24 * 1_000);
    const transaction = file.beginRead();
    const numbers = (word: string): number[] => read(transaction).numbers({ prefix: [word], limit: count });
    expect([numbers('word7'), numbers('word4499'), numbers('common').length]).to.deep.equal([[7], [4_499], count]);
    transaction.done();
    await file.close();
  });
});
