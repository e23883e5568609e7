/**
 * A disk that other programs fill to the last byte: a file system in memory. The test needs the right to mount one.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { type Client, list } from '../support/client.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';

const rounds = 2;
const chunkBytes = 1024 * 1024;

const mounted = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=88m', 'tmpfs', folder]).status === 0;

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let bytes = chunkBytes; bytes >= 1; )
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch (error) {
        expect(error).to.have.property('code', 'ENOSPC');
        bytes /= 2;
      }
  } finally {
    closeSync(file);
  }
}

describe('a disk that is really full', () => {
  const folder = temporaryFolder();
  const filler = join(folder, 'of-others');
  const acknowledged = new Set<number>();
  let server: ChildServer | undefined;
  /** After the last kill, in this process. */
  let next: Started | undefined;

  before(function () {
    if (mounted(folder)) return;
    if (this.test) this.test.title += ' (mounting a file system is not permitted)';
    this.skip();
  });
  after(async () => {
    await server?.kill();
    await next?.kill();
    spawnSync('umount', ['-l', folder]);
  });

  const settings = { ...embedded, VERBATIM_READ_WAIT_MS: '500' };
  const start = async (): Promise<Client> => {
    server = await startChild(join(folder, 'data'), settings);
    return server.as('member');
  };
  const startLast = async (): Promise<Client> => {
    next = await startHere(join(folder, 'data'), settings);
    return next.as('member');
  };
  const say = async (client: Client, content: string): Promise<number> => {
    const { status, body } = await client.post('/messages', { type: 'stream', to: 'general', topic: 'full', content });
    if (status === 200) acknowledged.add(Number(body.id));
    return status;
  };
  /** Many at once, so that the disk fills up while batches are written. Any other answer fails the test. */
  const sayMany = async (client: Client, count: number): Promise<number[]> => {
    const all = await Promise.all(Array.from({ length: count }, () => say(client, 'x'.repeat(5000))));
    expect(all.filter((status) => status !== 200 && status !== 503)).to.deep.equal([]);
    return all;
  };
  const listed = async (client: Client): Promise<number[]> => {
    const narrow = [{ operator: 'topic', operand: 'full' }];
    const ask = () => client.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5000, narrow });
    let found = await ask();
    // Resolves when the read models have the last acknowledged write.
    while (found.status === 503) found = await ask();
    expect(found.status).to.equal(200);
    return list(found.body.messages).map(({ id }) => Number(id));
  };

  it('refuses writes, answers reads, and loses and corrupts nothing, in several rounds with a kill in each', async () => {
    let client = await start();
    for (let round = 0; round < rounds; round += 1) {
      await sayMany(client, 20);
      const racing = sayMany(client, 100);
      fill(filler);
      await racing;
      expect(await say(client, 'no room')).to.equal(503);
      const messageId = [...acknowledged].at(0);
      expect((await client.patch(`/messages/${messageId}`, { content: 'no room' })).status).to.equal(503);
      expect((await client.post('/register', {})).status).to.equal(503);
      // 503 if the disk was full before the read models had the last acknowledged write.
      expect((await client.get('/users/me')).status).to.be.oneOf([200, 503]);
      expect(server?.process.exitCode).to.equal(null);

      rmSync(filler);
      while ((await say(client, 'room again')) !== 200);
      expect(await listed(client)).to.include.members([...acknowledged]);
      if (round % 2 === 1) {
        fill(filler);
        expect((await client.get('/users/me')).status).to.equal(200);
      }
      await server?.kill();
      rmSync(filler, { force: true });
      client = await (round < rounds - 1 ? start : startLast)();
      expect(await listed(client)).to.include.members([...acknowledged]);
    }
  });
});
