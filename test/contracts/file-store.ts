/** The contract of every file store; run by the tests of each adapter. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import type { FileKey, FileReader, FileStore, ReceivedFile } from '../../src/ports/file-store.ts';

export type FileStoreSubject = {
  readonly store: FileStore;
  reopen(): Promise<FileStore>;
  /** The same store, opened a second time. */
  reader(): FileReader;
  dispose(): Promise<void>;
};

const keyOf = (bytes: Buffer): FileKey => `1/files/${createHash('sha256').update(bytes).digest('hex')}`;
const bytesIn = async (stream: Readable | undefined): Promise<Buffer | undefined> => stream && buffer(stream);
let received = 0;

function receive(store: FileStore, bytes: Buffer): ReceivedFile {
  received += 1;
  const path = join(store.incoming, `received${received}`);
  writeFileSync(path, bytes);
  return { path, size: bytes.length };
}

export function fileStoreContract(name: string, open: () => Promise<FileStoreSubject>): void {
  describe(`the file store ${name}`, () => {
    let subject: FileStoreSubject;
    let store: FileStore;
    before(async () => {
      subject = await open();
      store = subject.store;
    });
    after(() => subject.dispose());

    async function stored(bytes: Buffer = randomBytes(100)): Promise<{ key: FileKey; bytes: Buffer }> {
      const key = keyOf(bytes);
      await store.put(key, receive(store, bytes));
      return { key, bytes };
    }

    it('returns what was stored, byte for byte, including empty and large files', async () => {
      for (const size of [0, 1, 3_000_000]) {
        const { key, bytes } = await stored(randomBytes(size));
        expect((await bytesIn(await store.open(key)))?.equals(bytes)).to.equal(true);
      }
    });

    it('returns a part of a file, both ends included', async () => {
      const { key } = await stored(Buffer.from('0123456789'));
      expect((await bytesIn(await store.open(key, { from: 2, to: 4 })))?.toString()).to.equal('234');
      expect((await bytesIn(await store.open(key, { from: 9, to: 9 })))?.toString()).to.equal('9');
    });

    it('can be read while another process stores files, whose uploads in progress stay', async () => {
      const { key, bytes } = await stored();
      const { path } = receive(store, randomBytes(10));
      const reader = subject.reader();
      expect((await bytesIn(await reader.open(key)))?.equals(bytes)).to.equal(true);
      expect(await reader.open('1/files/none')).to.equal(undefined);
      await reader.close();
      expect(existsSync(path)).to.equal(true);
      rmSync(path);
    });

    it('has nothing under other keys', async () => {
      expect(await store.open('1/files/none')).to.equal(undefined);
      expect(await store.open('none')).to.equal(undefined);
    });

    it('accepts the same content again', async () => {
      const { key, bytes } = await stored();
      await stored(bytes);
      expect(await bytesIn(await store.open(key))).to.deep.equal(bytes);
    });

    it('removes files, and ignores missing ones', async () => {
      const { key } = await stored();
      await store.remove(key);
      await store.remove(key);
      await store.remove('2/no/such/file');
      expect(await store.open(key)).to.equal(undefined);
    });

    it('lists the keys with their sizes', async () => {
      const one = receive(store, Buffer.from('one'));
      await store.put('77/files/a', one);
      await store.put('77/files/b', receive(store, Buffer.from('four')));
      const found: object[] = [];
      const before = Date.now() - 60_000;
      for await (const { at, ...entry } of store.list()) {
        expect(at).to.be.within(before, Date.now() + 1_000);
        // Other tests leave files of others.
        if (entry.key.startsWith('77/')) found.push(entry);
      }
      expect(found).to.have.deep.members([
        { key: '77/files/a', size: 3 },
        { key: '77/files/b', size: 4 },
      ]);
    });

    it('refuses keys that could name anything else', async () => {
      for (const key of ['../x', '/x', 'a/../b', 'a//b', '', 'a/', '.x', 'a b', 'ä']) {
        const refused = await store.open(key).then(
          () => undefined,
          (error: Error) => error.message,
        );
        expect(refused, key).to.match(/not a key/);
      }
    });

    it('keeps everything when it is reopened, except uploads that were in progress', async () => {
      const { key, bytes } = await stored();
      const { path } = receive(store, Buffer.from('half'));
      store = await subject.reopen();
      expect(await bytesIn(await store.open(key))).to.deep.equal(bytes);
      expect(existsSync(path)).to.equal(false);
      expect(readdirSync(store.incoming)).to.deep.equal([]);
    });
  });
}
