/** When the writer thread ends, the batch in progress fails, and later batches are written without the thread. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openReadFile, type ReadFile } from '../../../src/adapters/lmdb/read-file.ts';
import { readWriter } from '../../../src/adapters/lmdb/read-writer.ts';
import { checkpointAt, models, putNote } from '../../contracts/read-store/fixture.ts';
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

  it('takes the first long batch to the thread, and none of the short ones before it', async () => {
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
