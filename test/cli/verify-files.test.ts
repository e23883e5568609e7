/** `verify --files` while a service runs, whose uploads in progress it ignores. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { storesFor } from '../support/test-stores.ts';
import { verbatim as typed } from './typed.ts';

describe('verbatim verify --files', () => {
  const upload = async (server: TestServer, bytes: string) =>
    succeeded(await postFiles(server.base, server.as('member'), '/user_uploads', { bytes }));
  const verify = (server: TestServer, words: string, own: Record<string, string> = {}) =>
    typed(`verify ${words}`, { ...storesFor(server.data), VERBATIM_DATA: server.data, ...own });

  describe('over a folder', () => {
    let server: TestServer;
    before(async () => {
      server = await startServer();
      for (const bytes of ['one', 'two', 'three']) await upload(server, bytes);
      for (let round = 0; round < 3; round += 1) await server.application.scrub();
    });
    after(() => server.stop());
    const filesIn = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));

    it('compares every file, and changes nothing in the folder', async () => {
      const receiving = join(server.data, 'uploads/incoming/receiving');
      writeFileSync(receiving, 'so far');
      const { code, printed, complaints } = await verify(server, '--files');
      expect([code, complaints]).to.deep.equal([0, '']);
      expect(printed.at(-1)).to.match(/ files=3 changed_files=0 missing_files=0 exit=0$/);
      expect(existsSync(receiving)).to.equal(true);
      rmSync(receiving);
    });

    it('names each missing or changed file with its event, and ends with 1', async () => {
      const stored = join(server.data, 'uploads/stored');
      const [missing = '', changed = ''] = filesIn(stored);
      const before = [missing, changed].map((path) => readFileSync(path));
      rmSync(missing);
      writeFileSync(changed, 'other');
      const [first, second] = [missing, changed].map((path) => path.slice(stored.length + 1));
      const { code, printed } = await verify(server, '--files');
      expect(code).to.equal(1);
      const event = 'file_id=[0-9]+ event=[0-9a-f-]{36} position=[0-9]+';
      const lines = printed.slice(0, -1).join('\n');
      expect(lines).to.match(new RegExp(`^MISSING file=${first} ${event}$`, 'm'));
      expect(lines).to.match(new RegExp(`^CHANGED file=${second} ${event}$`, 'm'));
      expect(printed.at(-1)).to.match(/ changed=0 missing=0 .* changed_files=1 missing_files=1 exit=1$/);
      const asJson = (await verify(server, '--files --json')).printed.map((line) => JSON.parse(line));
      expect(asJson.find(({ kind }) => kind === 'MISSING')).to.include({ realm_id: 1, index: null, file: first });
      expect(asJson.at(-1)).to.include({ files: 3, changed_files: 1, missing_files: 1, exit: 1 });
      const without = await verify(server, '');
      expect([without.code, without.printed.at(-1)?.includes('files=')]).to.deep.equal([0, false]);
      for (const [at, path] of [missing, changed].entries()) writeFileSync(path, before[at] ?? '');
    });
  });

  describe('over a bucket', () => {
    let bucket: S3Server;
    let server: TestServer;
    before(async () => {
      bucket = await startS3Server();
      server = await startServer({ VERBATIM_UPLOADS: bucket.address });
      await upload(server, 'one');
      for (let round = 0; round < 3; round += 1) await server.application.scrub();
    });
    after(async () => {
      await server.stop();
      await bucket.stop();
    });

    it('reads the objects, and ends with 2 when the bucket is out of reach', async () => {
      const own = { VERBATIM_UPLOADS: bucket.address };
      const { code, printed } = await verify(server, '--files', own);
      expect([code, printed.at(-1)?.includes('files=1 changed_files=0 missing_files=0')]).to.deep.equal([0, true]);
      const none = await verify(server, '--files', { VERBATIM_UPLOADS: bucket.address.replace('/files', '/nothing') });
      expect(none.code).to.equal(2);
      expect(none.complaints).to.match(/^verbatim: .*NoSuchBucket/);
    });
  });
});
