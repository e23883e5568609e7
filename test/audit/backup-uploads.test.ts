import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { openFolderFileStore } from '../../src/adapters/folder/file-store.ts';
import { copyFiles, restoreFiles } from '../../src/audit/backup-uploads.ts';
import type { FileStore } from '../../src/ports/file-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function stored(store: FileStore, text: string): Promise<string> {
  const key = `1/ab/${createHash('sha256').update(text).digest('hex')}`;
  const path = join(store.incoming, 'x');
  writeFileSync(path, text);
  await store.put(key, { path, size: text.length });
  return key;
}

describe('uploaded files in a backup', () => {
  it('are copied, and restored into another store', async () => {
    const [from, to, folder] = [
      await openFolderFileStore(temporaryFolder()),
      await openFolderFileStore(temporaryFolder()),
      temporaryFolder(),
    ];
    const keys = [await stored(from, 'one'), await stored(from, 'three')];
    expect(await copyFiles(from, folder, keys, () => true)).to.deep.equal({ files: 2, bytes: 8, missing: [] });
    await restoreFiles(folder, { files: 2, bytes: 8 }, to);
    for (const [at, text] of ['one', 'three'].entries()) {
      const stream = await to.open(keys[at] ?? '');
      expect(stream && (await buffer(stream)).toString()).to.equal(text);
    }
  });

  it('that are missing or damaged in the store are named, unless they were deleted meanwhile', async () => {
    const [folder, data] = [temporaryFolder(), temporaryFolder()];
    const store = await openFolderFileStore(data);
    const damaged = await stored(store, 'one');
    writeFileSync(join(data, 'stored', damaged), 'two');
    const copied = await copyFiles(
      store,
      folder,
      [damaged, '1/ab/gone', '1/ab/deleted'],
      (key) => !key.endsWith('deleted'),
    );
    expect(copied).to.deep.equal({ files: 0, bytes: 0, missing: [damaged, '1/ab/gone'] });
  });

  it('that the disk cannot read are named like damaged ones', async () => {
    const [folder, data] = [temporaryFolder(), temporaryFolder()];
    const from = await openFolderFileStore(data);
    const [unreadable, broken, whole] = [
      await stored(from, 'one'),
      await stored(from, 'two'),
      await stored(from, 'three'),
    ];
    rmSync(join(data, 'stored', unreadable));
    mkdirSync(join(data, 'stored', unreadable));
    const failing = (code: string): FileStore => ({
      ...from,
      open: async (key) => {
        if (key !== broken) return from.open(key);
        const read = (): never => {
          throw Object.assign(new Error(code), { code });
        };
        return new Readable({ read });
      },
    });
    const copied = await copyFiles(failing('EIO'), folder, [unreadable, broken, whole], () => true);
    expect(copied).to.deep.equal({ files: 1, bytes: 5, missing: [unreadable, broken] });
    const refused = copyFiles(failing('ECONNRESET'), temporaryFolder(), [broken], () => true);
    expect(await refused.catch((error: unknown) => error)).to.have.property('message', 'ECONNRESET');
  });

  it('are restored without those that were damaged in the store', async () => {
    const [folder, data] = [temporaryFolder(), temporaryFolder()];
    const [from, to] = [await openFolderFileStore(data), await openFolderFileStore(temporaryFolder())];
    const [damaged, whole] = [await stored(from, 'one'), await stored(from, 'three')];
    writeFileSync(join(data, 'stored', damaged), 'two');
    const copied = await copyFiles(from, folder, [damaged, whole], () => true);
    expect(copied).to.deep.equal({ files: 1, bytes: 5, missing: [damaged] });
    await restoreFiles(folder, copied, to);
    expect(await to.open(damaged)).to.equal(undefined);
    const stream = await to.open(whole);
    expect(stream && (await buffer(stream)).toString()).to.equal('three');
  });

  it('are refused if one is missing or was changed', async () => {
    const [store, folder] = [await openFolderFileStore(temporaryFolder()), temporaryFolder()];
    const key = await stored(store, 'one');
    await copyFiles(store, folder, [key], () => true);
    const refusal = () =>
      restoreFiles(folder, { files: 1, bytes: 3 }, store).then(
        () => 'restored',
        (error: Error) => error.message,
      );
    expect(await refusal()).to.equal('restored');
    const path = join(folder, 'files', key);
    const whole = readFileSync(path);
    writeFileSync(path, 'onf');
    expect(await refusal()).to.match(/is damaged: files\/1\/ab/);
    rmSync(path);
    expect(await refusal()).to.match(/0 of 1 uploaded files/);
    writeFileSync(path, whole);
    expect(await refusal()).to.equal('restored');
  });
});
