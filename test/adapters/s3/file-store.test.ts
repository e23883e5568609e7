import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { openS3FileReader, openS3FileStore } from '../../../src/adapters/s3/file-store.ts';
import { FileStoreFull, FileStoreUnavailable } from '../../../src/ports/file-store.ts';
import { mib } from '../../../src/vocabulary/limits/limit.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { fileStoreContract } from '../../contracts/file-store.ts';
import { withLimits } from '../../support/lower-limits.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

fileStoreContract('in a bucket', async () => {
  const server = await startS3Server();
  const incoming = join(temporaryFolder(), 'incoming');
  const open = () => openS3FileStore(server.address, { incoming });
  const first = await open();
  return {
    store: first,
    reopen: open,
    reader: () => openS3FileReader(server.address),
    async dispose() {
      await first.close();
      await server.stop();
    },
  };
});

/** A service that answers every request in this way. */
async function answering(listener: RequestListener): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `s3+http://id:secret@127.0.0.1:${(server.address() as AddressInfo).port}/files` };
}

/** The path of an open file; empty if it was closed meanwhile. */
function openFile(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return '';
  }
}

const failed = (asked: Promise<unknown>): Promise<Error | undefined> =>
  asked.then(
    () => undefined,
    (error: Error) => error,
  );

describe('a file store in a bucket', () => {
  let server: S3Server;
  before(async () => {
    server = await startS3Server();
  });
  after(() => server.stop());
  const incoming = () => join(temporaryFolder(), 'incoming');
  const receive = (folder: string, text: string) => {
    const path = join(folder, 'x');
    writeFileSync(path, text);
    return { path, size: text.length };
  };

  it('keeps received files, and sees no other folders of the bucket', async () => {
    const store = await openS3FileStore(server.address, { incoming: incoming() });
    const other = await openS3FileStore(server.address.replace('/verbatim?', '/other?'), { incoming: incoming() });
    const file = receive(store.incoming, 'mine');
    await store.put('1/ab/x', file);
    expect(existsSync(file.path)).to.equal(true);
    await other.put('1/ab/y', receive(other.incoming, 'theirs'));
    const keys: string[] = [];
    for await (const { key } of store.list()) keys.push(key);
    expect(keys).to.deep.equal(['1/ab/x']);
    expect(await store.open('1/ab/y')).to.equal(undefined);
  });

  it('lists more keys than fit into one answer of the service', async () => {
    const paged = await answering(({ url = '' }, response) => {
      const after = new URL(url, 'http://x').searchParams.get('continuation-token');
      const next = after === null ? '<NextContinuationToken>more</NextContinuationToken>' : '';
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end(
        `<ListBucketResult>${next}<Contents><Key>9/${after}</Key><Size>1</Size></Contents></ListBucketResult>`,
      );
    });
    try {
      const store = await openS3FileStore(paged.address, { incoming: incoming() });
      const keys: string[] = [];
      for await (const { key } of store.list()) keys.push(key);
      expect(keys).to.deep.equal(['9/null', '9/more']);
    } finally {
      paged.server.close();
    }
  });

  it('refuses a file that would leave fewer bytes free than are reserved on the local disk', async () => {
    let free = limits.keptFreeByUploadsBytes + 10;
    const store = await openS3FileStore(server.address, { incoming: incoming(), freeBytes: async () => free });
    await store.assertRoom(10);
    free -= 1;
    expect(await failed(store.assertRoom(10))).to.be.instanceOf(FileStoreFull);
  });

  it('does not open if there is no such bucket', async () => {
    const asked = openS3FileStore(server.address.replace('/files/', '/none/'), { incoming: incoming() });
    expect((await failed(asked))?.message).to.equal('there is no bucket none');
  });

  it('does not open if the bucket keeps versions of removed objects', async () => {
    const versioned = await answering((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>');
    });
    try {
      const asked = openS3FileStore(versioned.address, { incoming: incoming() });
      expect((await failed(asked))?.message).to.include('keeps versions');
    } finally {
      versioned.server.close();
    }
  });

  it('reads no endless answer, and accepts files of any size (bucketAnswerBytesMax)', async () => {
    const large = Buffer.alloc(2 * limits.bucketAnswerBytesMax);
    const endless = await answering(({ url = '' }, response) => {
      response.writeHead(url.startsWith('/files/1/large') || url.includes('list-type') ? 200 : 404);
      if (url.startsWith('/files/1/large')) return void response.end(large);
      const more = (): void => void response.write(Buffer.alloc(64 * 1024, ' '));
      response.on('drain', more);
      more();
    });
    try {
      const store = await openS3FileStore(endless.address, { incoming: incoming() });
      const list = async () => {
        for await (const { key } of store.list()) throw new Error(key);
      };
      for (const ask of [list, () => store.remove('1/x'), () => store.open('1/x')]) {
        const error = await failed(ask());
        expect(error).to.be.instanceOf(FileStoreUnavailable);
        expect(error?.message).to.include(String(limits.bucketAnswerBytesMax));
      }
      let read = 0;
      for await (const part of (await store.open('1/large')) ?? []) read += part.length;
      expect(read).to.equal(large.length);
    } finally {
      endless.server.closeAllConnections();
      endless.server.close();
    }
  });

  it('waits a bounded time for an answer that never begins or never ends, but as long as necessary for a slow reader (bucketAnswerSecsMax)', async () => {
    const drips: NodeJS.Timeout[] = [];
    const slow = await answering(({ url = '' }, response) => {
      if (url.startsWith('/files/1/large')) return void response.writeHead(200).end(Buffer.alloc(4 * mib));
      if (url.startsWith('/files/1/silent') || url.includes('versioning')) return;
      response.writeHead(url.startsWith('/files/1/drips') ? 200 : 404);
      response.write(' ');
      drips.push(setInterval(() => response.write(' '), 100));
    });
    try {
      const store = await openS3FileStore(slow.address, { incoming: incoming(), answerSecsMax: 0.25 });
      const list = async () => {
        for await (const { key } of store.list()) throw new Error(key);
      };
      const silent = () => store.put('1/silent', receive(store.incoming, 'x'));
      const asked = [silent(), store.open('1/silent'), store.remove('1/x'), list()].map(failed);
      for (const error of await Promise.all(asked)) expect(error).to.be.instanceOf(FileStoreUnavailable);
      const unread = await store.open('1/large');
      // Longer than `unread` may wait for the service, where the bytes that it has already taken allow no time.
      await withLimits({ bucketBytesPerSecMin: 1024 * mib }, async () => {
        for (let times = 0; times < 2; times += 1) {
          const dripping = await store.open('1/drips');
          expect((await failed(buffer(dripping ?? new PassThrough())))?.message).to.include('takes more than');
        }
      });
      expect((await buffer(unread ?? new PassThrough())).length).to.equal(4 * mib);
    } finally {
      for (const drip of drips) clearInterval(drip);
      slow.server.closeAllConnections();
      slow.server.close();
    }
  });

  it('closes a file that the service did not accept', async () => {
    const breaking = await answering((request) => void request.socket.destroy());
    try {
      const folder = incoming();
      const store = await openS3FileStore(breaking.address, { incoming: folder });
      const path = join(folder, 'x');
      writeFileSync(path, 'x'.repeat(mib));
      expect(await failed(store.put('1/ab/x', { path, size: mib }))).to.be.instanceOf(FileStoreUnavailable);
      const open = () => readdirSync('/proc/self/fd').map((name) => openFile(`/proc/self/fd/${name}`));
      while (open().includes(path)) await nextTurn();
    } finally {
      breaking.server.closeAllConnections();
      breaking.server.close();
    }
  });

  it('gives a large file as much time as `bucketBytesPerSecMin` allows', async () => {
    const held: ServerResponse[] = [];
    const slow = await answering((request, response) => {
      request.resume();
      if (request.method === 'PUT') held.push(response);
      else response.end();
    });
    try {
      const store = await openS3FileStore(slow.address, { incoming: incoming(), answerSecsMax: 0.5 });
      const put = (key: string, size: number) => {
        const path = join(store.incoming, key);
        writeFileSync(path, 'x'.repeat(size));
        return store.put(`1/${key}`, { path, size });
      };
      const large = put('large', 60 * limits.bucketBytesPerSecMin);
      expect(await failed(put('small', 1))).to.be.instanceOf(FileStoreUnavailable);
      for (const response of held) response.end();
      await large;
    } finally {
      slow.server.closeAllConnections();
      slow.server.close();
    }
  });

  it('opens while the service is unreachable or refuses, and answers each request with that error', async () => {
    const refusing = await answering((_request, response) => void response.writeHead(403).end());
    const nowhere = server.address.replace(`:${server.port}/`, ':1/');
    try {
      for (const address of [refusing.address, nowhere]) {
        const store = await openS3FileStore(address, { incoming: incoming() });
        const list = async () => {
          for await (const { key } of store.list()) throw new Error(key);
        };
        const asked = [store.open('1/x'), store.remove('1/x'), store.put('1/x', receive(store.incoming, 'x')), list()];
        for (const one of await Promise.all(asked.map(failed))) expect(one).to.be.instanceOf(FileStoreUnavailable);
      }
    } finally {
      refusing.server.close();
    }
  });
});
