/** When the writer thread ends, the batch in progress fails, and later batches are written without the thread. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openReadFile } from '../../../src/adapters/lmdb/read-file.ts';
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
});
