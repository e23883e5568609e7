import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { openFolderFileStore } from '../../src/adapters/folder/file-store.ts';
import { exportKey } from '../../src/engine/files/contents.ts';
import { FileStoreFull } from '../../src/ports/file-store.ts';
import { ExportFiles } from '../../src/review/export-files.ts';
import type { ExportId, RealmId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [realm, id] = [1 as RealmId, 1 as ExportId];

const filesIn = async (options: { freeBytes?: () => Promise<number>; bytesMax?: number } = {}) =>
  new ExportFiles(await openFolderFileStore(join(temporaryFolder(), 'files'), options), options.bytesMax);

describe('the files of exports for review', () => {
  it('contain the archive, and the people and messages in it, until they are removed', async () => {
    const files = await filesIn();
    const { bytes, sha256 } = await files.keep(realm, id, Readable.from([Buffer.from('zip')]));
    expect([bytes, sha256.length]).to.deep.equal([3, 64]);
    const many = Array.from({ length: 20_000 }, (_, at) => 2 * at + 1);
    await files.keepIndex(realm, id, many, [10, 11]);
    expect(await text((await files.open(realm, id)) as Readable)).to.equal('zip');
    for (const [what, isNamed] of [
      [{ messages: [4, 39_999] }, true],
      [{ messages: [4, 40_001] }, false],
      [{ users: [12, 11] }, true],
      [{ users: [12], messages: [10] }, false],
    ] as const)
      expect(await files.names(realm, id, what), JSON.stringify(what)).to.equal(isNamed);
    await files.remove(realm, id);
    await files.remove(realm, id);
    expect(await files.open(realm, id)).to.equal(undefined);
    expect(await files.names(realm, id, { messages: [4] }), 'nobody knows any more').to.equal(true);
  });

  it('name every message if the index was changed or cut off', async () => {
    const folder = join(temporaryFolder(), 'files');
    const files = new ExportFiles(await openFolderFileStore(folder));
    await files.keepIndex(realm, id, [1, 2, 3], [10]);
    expect(await files.names(realm, id, { messages: [4] })).to.equal(false);
    const path = join(folder, 'stored', exportKey(realm, id, 'index'));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 1) {
      writeFileSync(path, whole.with(at, (whole[at] ?? 0) ^ 1));
      expect(await files.names(realm, id, { messages: [4] }), `byte ${at}`).to.equal(true);
      writeFileSync(path, whole.subarray(0, at));
      expect(await files.names(realm, id, { messages: [4] }), `${at} bytes`).to.equal(true);
    }
  });

  it('leave nothing if the disk is full', async () => {
    const files = await filesIn({ freeBytes: async () => 0 });
    const error = await files.keep(realm, id, Readable.from([Buffer.from('zip')])).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(FileStoreFull);
    expect(await files.open(realm, id)).to.equal(undefined);
  });

  it(`are of at most ${limits.exportBytesMax} bytes`, async () => {
    const files = await filesIn({ bytesMax: 2 });
    const error = await files.keep(realm, id, Readable.from([Buffer.from('zip')])).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('name', 'FileTooLarge');
    expect(await files.open(realm, id)).to.equal(undefined);
  });
});
