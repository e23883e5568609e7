import { expect } from 'chai';
import { openQueue } from '../../../src/http/routes/shared/registration.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { startServer } from '../../support/server.ts';

describe('registering more event queues than the limit', () => {
  lowerLimits({ queueOptionsBytesPerUserMax: 60_000 });

  it('deletes idle queues to make room, and is refused if none is idle', async () => {
    const idle = ['1:1', '1:2'] as QueueId[];
    const run: string[] = [];
    const services = {
      config: { queueIdleSecs: 600 },
      realm: () => ({ directory: { accounts: new Map() } }),
      queues: { oldestIdle: () => (idle[0] ? { realmId: 1, queueId: idle[0], revision: 7 } : undefined) },
      run: async ({ name }: { name: string }, input: object) => {
        run.push(name);
        if (name === 'expire-queue') {
          expect(input).to.deep.equal({ queueId: idle.shift(), revision: 7 });
          return { result: {}, position: 1 };
        }
        if (room > idle.length) return { result: { queueId: '1:3' }, position: 1 };
        throw new Refused({ code: 'queues-too-many', of: 'user', max: 2 });
      },
    };
    const call = { parameters: { narrow: [] }, client: 'test', realmId: 1, userId: 2, requestId: 'r' };
    const open = () => openQueue(call as never, services as never);
    let room = 1;
    expect(await open()).to.equal('1:3');
    expect(run).to.deep.equal(['register', 'expire', 'register', 'expire', 'register'].map((name) => `${name}-queue`));
    room = 0;
    const refused = await open().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(Refused);
  });

  it('is answered with a 400 that names the limit', async () => {
    const server = await startServer();
    const member = server.as('member');
    const event_types = new Array<string>(200).fill('x'.repeat(60));
    let answer = await member.post('/register', { event_types, fetch_event_types: [] });
    for (let times = 0; times < 60 && answer.status === 200; times += 1)
      answer = await member.post('/register', { event_types, fetch_event_types: [] });
    expect(answer.status).to.equal(400);
    expect(answer.body).to.include({ code: 'BAD_REQUEST' });
    expect(answer.body.msg).to.match(/^Too many event queues/);
    expect((await member.post('/register', { fetch_event_types: [] })).status).to.equal(200);
    expect((await server.as('owner').post('/register', { event_types, fetch_event_types: [] })).status).to.equal(200);
    await server.stop();
  });
});
