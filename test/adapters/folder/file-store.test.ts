import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { openFolderFileReader, openFolderFileStore } from '../../../src/adapters/folder/file-store.ts';
import { FileStoreFull } from '../../../src/ports/file-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { fileStoreContract } from '../../contracts/file-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

fileStoreContract('in a folder', async () => {
  const folder = join(temporaryFolder(), 'uploads');
  return {
    store: await openFolderFileStore(folder),
    reopen: () => openFolderFileStore(folder),
    reader: () => openFolderFileReader(folder),
    dispose: async () => undefined,
  };
});

describe('a file store in a folder', () => {
  it('refuses a file that would leave fewer bytes free than are reserved (keptFreeByUploadsBytes)', async () => {
    let free = limits.keptFreeByUploadsBytes + 10;
    const store = await openFolderFileStore(temporaryFolder(), { freeBytes: async () => free });
    await store.assertRoom(10);
    free -= 1;
    const refused = await store.assertRoom(10).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(FileStoreFull);
  });

  it('is refused if the file system makes no folders', async function () {
    if (!existsSync('/proc/self')) this.skip();
    const refused = await openFolderFileStore('/proc/nowhere/uploads').catch((error: unknown) => error);
    expect(refused).to.include({ code: 'ENOENT', syscall: 'mkdir', path: '/proc/nowhere' });
  });

  it("removes nothing from another program's folder that was named by mistake", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'incoming'));
    writeFileSync(join(folder, 'incoming/theirs'), 'x');
    const refused = await openFolderFileStore(folder).catch((error: unknown) => error);
    expect(String(refused)).to.match(/incoming is not of this service, because .* is missing: name another folder$/);
    expect(readdirSync(folder, { recursive: true })).to.have.members(['incoming', 'incoming/theirs']);
  });

  it('reads nothing from a folder, a pipe or an endless device that somebody put in the place of a file', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'stored/folder'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'stored/pipe')]);
    symlinkSync('/dev/zero', join(folder, 'stored/device'));
    const reader = openFolderFileReader(folder);
    for (const key of ['folder', 'pipe', 'device']) {
      const stream = await reader.open(key);
      expect(stream && (await buffer(stream)).length, key).to.equal(0);
    }
  });

  it('moves a received file, and leaves nothing in its old place', async () => {
    const folder = temporaryFolder();
    const store = await openFolderFileStore(folder);
    const path = join(store.incoming, 'x');
    writeFileSync(path, randomBytes(5));
    await store.put('1/ab/x', { path, size: 5 });
    expect(existsSync(path)).to.equal(false);
    expect(readdirSync(join(folder, 'stored', '1', 'ab'))).to.deep.equal(['x']);
  });

  it('makes its own name durable, with those of the folders above that it made', async function () {
    if (process.platform !== 'linux') this.skip();
    const top = temporaryFolder();
    const handle = await open(top, 'r');
    const shared = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const { sync } = shared;
    const synced: string[] = [];
    shared.sync = function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return sync.call(this);
    };
    try {
      await openFolderFileStore(join(top, 'a', 'uploads'));
    } finally {
      shared.sync = sync;
    }
    expect(synced).to.include.members([top, join(top, 'a'), join(top, 'a', 'uploads')]);
  });
});
