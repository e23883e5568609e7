/** States and transitions of event queues: each test is one row (state, request, condition: result). */
import { expect } from 'chai';
import { expireQueue } from '../../commands/queue/expire-queue.ts';
import { sweeper } from '../../src/engine/sweeper.ts';
import type { EventQueues } from '../../src/queues/event-queues.ts';
import { sentBy, toSelf } from '../limits/checks.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { withLimits } from '../support/lower-limits.ts';
import { runningServer, startServer, type TestServer } from '../support/server.ts';

describe('states: event queues', () => {
  const server = runningServer({ VERBATIM_HEARTBEAT_SECS: '1', VERBATIM_QUEUE_IDLE_SECS: '1' });
  const member = server.as('member');

  const gone = async (queueId: string): Promise<void> => {
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', msg: `Bad event queue id: ${queueId}`, queue_id: queueId };
    refused(await member.delete('/events', { queue_id: queueId }), refusal);
    refused(await member.get('/events', { queue_id: queueId, last_event_id: -1 }), refusal);
    refused(await member.get('/events', { queue_id: queueId, dont_block: true }), refusal);
  };

  it('registered, DELETE /events, queue exists: deleted, success', async () => {
    const { queueId } = await follow(member);
    expect(succeeded(await member.delete('/events', { queue_id: queueId }))).to.deep.equal({
      result: 'success',
      msg: '',
    });
    await gone(queueId);
  });

  it('deleted, DELETE /events or GET /events: unchanged, error BAD_EVENT_QUEUE_ID, and after a restart too', async () => {
    const { queueId } = await follow(member);
    succeeded(await member.delete('/events', { queue_id: queueId }));
    await gone(queueId);
    await server.restart();
    await gone(queueId);
  });

  it('never registered, DELETE /events or GET /events: error BAD_EVENT_QUEUE_ID', async () => {
    for (const queueId of ['1:1', '1596340800:9007199254740991', 'no queue', '', '1:2:3', '<b>', '-1:-1'])
      await gone(queueId);
  });

  it('deleted while it is polled: the poll ends with that error', async () => {
    const { queueId } = await follow(member, { event_types: ['message'], queue_lifespan_secs: 600 });
    const waiting = member.get('/events', { queue_id: queueId });
    const queues = server.application.services.queues as EventQueues;
    while (queues.counts().waiting === 0) succeeded(await member.get('/server_settings'));
    succeeded(await member.delete('/events', { queue_id: queueId }));
    refused(await waiting, {
      code: 'BAD_EVENT_QUEUE_ID',
      msg: `Bad event queue id: ${queueId}`,
      queue_id: queueId,
    });
  });

  it('expired after idling, DELETE /events or GET /events: unchanged, error BAD_EVENT_QUEUE_ID', async () => {
    const { queueId } = await follow(member);
    const kept = await follow(member, { queue_lifespan_secs: 600 });
    const polled = await follow(member);
    // A heartbeat comes after one second without events, which is the lifespan of the first queue.
    expect((await polled.awaited()).map(({ type }) => type)).to.deep.equal(['heartbeat']);
    expect((await polled.awaited()).map(({ type }) => type)).to.deep.equal(['heartbeat']);
    await sweep(server);
    await gone(queueId);
    expect(await kept.news()).to.deep.equal([]);
    expect(await polled.news()).to.deep.equal([]);
  });

  it("another user's queue cannot be polled or deleted", async () => {
    const { queueId, news } = await follow(member, { event_types: ['message'], queue_lifespan_secs: 600 });
    const spare = server.as('spare');
    badRequest(
      await spare.get('/events', { queue_id: queueId, last_event_id: -1 }),
      'You are not authorized to get events from this queue',
    );
    refused(await spare.delete('/events', { queue_id: queueId }), {
      msg: 'You are not authorized to access this queue',
    });
    expect(await news()).to.deep.equal([]);
  });

  it('far behind, GET /events: answered, what was looked at counts as polls, and the next poll is a 429', async () => {
    await withLimits({ feedLookedAtPerPoll: 1 }, async () => {
      const ring = { entriesMax: 8, bytesMax: 1e9, bytesInAllMax: 1e9 };
      const limited = await startServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '20' }, { sizes: { ring } });
      try {
        const self = limited.as('member');
        const { queueId } = await follow(self, { event_types: ['message'], queue_lifespan_secs: 600 });
        await sentBy(limited, self, 30, toSelf(self));
        const poll = () => self.get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true });
        expect(succeeded(await poll()).events).to.have.length(30);
        expect((await poll()).status).to.equal(429);
        succeeded(await self.get('/users/me'));
      } finally {
        await limited.stop();
      }
    });
  });
});

/** Runs once what the service runs periodically: expires idle queues. */
async function sweep({ application }: TestServer): Promise<void> {
  const { queues, run } = application.services;
  let tick = (): void => undefined;
  const sweeping = sweeper({
    idle: () => (queues as EventQueues).idle(),
    expire: async ({ realmId, queueId, revision }) => {
      await run(expireQueue, { queueId, revision }, { realmId, userId: null, client: 'Internal', requestId: 'test' });
    },
    trouble: 'it was not expired',
    facts: () => ({}),
    logger: {
      error: (about) => {
        throw new Error(JSON.stringify(about));
      },
    },
    every: (_ms, calls) => {
      tick = calls;
      return () => undefined;
    },
  });
  tick();
  await sweeping.stop();
}
