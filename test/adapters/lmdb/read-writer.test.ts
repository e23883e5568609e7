/** When the writer thread ends, the batch in progress fails, and later batches are written without the thread. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openReadFile, type ReadFile } from '../../../src/adapters/lmdb/read-file.ts';
import { type ReadWriter, readWriter } from '../../../src/adapters/lmdb/read-writer.ts';
import type { Write } from '../../../src/ports/read-store.ts';
import { checkpointAt, models, nextTurn, putNote } from '../../contracts/read-store/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('writing the read models on a thread', () => {
  it('reports a failed write of the thread, and writes the next batch', async () => {
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'));
    await file.define(models);
    const writer = readWriter(() => models, 'always');
    await writer.write(file, [putNote('first', { rank: 1 })], checkpointAt(1));
    const unkeyed = { model: 'notes', op: 'put', id: 'x', document: { rank: true } } as const;
    const failed = await writer.write(file, [unkeyed], checkpointAt(2)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failed).to.have.property('name', 'DocumentRefused');
    expect(file.checkpoint()).to.deep.equal(checkpointAt(1));
    await writer.write(file, [putNote('second', { rank: 2 })], checkpointAt(3));
    expect(file.checkpoint()).to.deep.equal(checkpointAt(3));
    await writer.close();
    await writer.write(file, [putNote('third', { rank: 3 })], checkpointAt(4));
    expect(file.checkpoint()).to.deep.equal(checkpointAt(4));
    await file.close();
  });

  describe('a batch that was prepared while another one was written', () => {
    const ranked = (rank: number) => [putNote('a', { rank })];
    const unkeyed = [{ model: 'notes', op: 'put', id: 'x', document: { rank: true } }] as const;
    let file: ReadFile;
    let writer: ReadWriter;
    beforeEach(async () => {
      file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'));
      await file.define(models);
      writer = readWriter(() => models, 'always');
      await writer.write(file, ranked(0), checkpointAt(1));
    });
    afterEach(async () => {
      await writer.close();
      await file.close();
    });
    const writing = async (writes: readonly Write[], next: readonly Write[]): Promise<void> => {
      const written = writer.write(file, writes, checkpointAt(2));
      await nextTurn();
      writer.prepare(file, next);
      return written;
    };
    const failure = (written: Promise<void>) =>
      written.then(
        () => undefined,
        (error: Error) => error.name,
      );
    const ranks = () => [...(file.modelNamed('notes').indexes.get('byRank')?.database.getKeys({}) ?? [])];

    it('replaces what the other batch wrote', async () => {
      const next = [putNote('a', { rank: 2 }), putNote('b', { rank: 3 })];
      await writing(ranked(1), next);
      await writer.write(file, next, checkpointAt(3));
      expect(file.checkpoint()).to.deep.equal(checkpointAt(3));
      expect(ranks()).to.deep.equal([
        [2, 'a'],
        [3, 'b'],
      ]);
    });

    it('is written if the other batch failed, or if yet another one came before it', async () => {
      const next = ranked(2);
      expect(await failure(writing(unkeyed, next))).to.equal('DocumentRefused');
      await writer.write(file, next, checkpointAt(3));
      expect(ranks()).to.deep.equal([[2, 'a']]);
      const later = ranked(5);
      await writing(ranked(3), later);
      await writer.write(file, ranked(4), checkpointAt(4));
      await writer.write(file, later, checkpointAt(5));
      expect(ranks()).to.deep.equal([[5, 'a']]);
    });

    it('is refused only when it is written', async () => {
      await writing(ranked(1), unkeyed);
      expect(file.checkpoint()).to.deep.equal(checkpointAt(2));
      expect(await failure(writer.write(file, unkeyed, checkpointAt(3)))).to.equal('DocumentRefused');
      await writer.write(file, ranked(4), checkpointAt(4));
      expect(ranks()).to.deep.equal([[4, 'a']]);
    });
  });

  it('sends the first long batch to the thread, and none of the short ones before it', async () => {
    const file = openReadFile(join(temporaryFolder(), 'read-store-1.mdb'));
    await file.define(models);
    let writtenHere = 0;
    const watched: ReadFile = {
      ...file,
      write(...batch) {
        writtenHere += 1;
        return file.write(...batch);
      },
    };
    const writer = readWriter(() => models, 'when it pays');
    const notes = (length: number) =>
      Array.from({ length: 25 }, (_, at) => putNote(`${at}`, { body: 'a'.repeat(length) }));
    await writer.write(watched, notes(7_000), checkpointAt(1));
    expect(writtenHere).to.equal(1);
    await writer.write(watched, notes(8_000), checkpointAt(2));
    expect(writtenHere).to.equal(1);
    expect(file.checkpoint()).to.deep.equal(checkpointAt(2));
    await writer.close();
    await file.close();
  });
});
