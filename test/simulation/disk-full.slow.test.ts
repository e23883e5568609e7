/** A full disk under the embedded log: writes are refused with the reason, no write is partial, reads continue. */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, list } from '../support/client.ts';
import { type FaultyServer, isUnavailable, startFaulty } from './faulty-server.ts';

const plenty = limits.keptFreeByWritesBytes + 1_000_000;
const message = (content: string) => ({ type: 'stream', to: 'general', topic: 'full', content });

describe('a full disk', () => {
  let free = plenty;
  let server: FaultyServer;
  let member: Client;

  before(async () => {
    server = await startFaulty({}, { freeBytes: async () => free });
    member = server.as('member');
  });
  after(() => server.stop());

  /** Sends this many messages, and then fills the disk. */
  const fillAfter = async (count: number): Promise<number> => {
    for (let taken = 0; taken < count; taken += 1)
      expect((await member.post('/messages', message('x'.repeat(1000)))).status).to.equal(200);
    free = 0;
    return count;
  };
  const listed = async (): Promise<number> => {
    const narrow = [{ operator: 'topic', operand: 'full' }];
    const found = await member.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5000, narrow });
    expect(found.status).to.equal(200);
    return list(found.body.messages).length;
  };

  it('refuses writes with a 503 that gives the reason, writes nothing, and answers reads', async () => {
    const taken = await fillAfter(5);
    const refused = await member.post('/messages', message('no room'));
    expect(isUnavailable(refused), JSON.stringify(refused)).to.equal(true);
    expect(refused.body).to.deep.equal({
      result: 'error',
      msg: 'The disk of the service is full: nothing was written',
      code: 'SERVICE_UNAVAILABLE',
    });
    const registering = await member.post('/register', {});
    expect(isUnavailable(registering), JSON.stringify(registering)).to.equal(true);
    expect(await listed()).to.equal(taken);
    expect((await server.ask('/metrics')).text).to.match(/^verbatim_appends_total\{outcome="unavailable"\} [1-9]/m);
  });

  it('accepts writes when there is space again, and has all acknowledged writes after a restart', async () => {
    const before = await listed();
    free = plenty;
    expect((await member.post('/messages', message('room'))).status).to.equal(200);
    await server.restart();
    expect(await listed()).to.equal(before + 1);
  });
});
