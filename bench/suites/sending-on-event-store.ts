/** Sending over the EventStoreDB that VERBATIM_EVENT_LOG names, compared with bare appends through its client. */
import { randomBytes } from 'node:crypto';
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd, crowdSends, millis, warmUp } from '../crowd.ts';
import type { RawEventStoreTasks } from '../limits/raw-event-store.ts';
import { inRounds } from '../measure/rounds.ts';
import { higher, type Suite } from '../ratio.ts';
import { startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import type { PollTasks } from '../workers/polls.ts';
import { startWorker } from '../workers/worker.ts';

export const sendingOnEventStore: Suite = {
  name: 'sending-on-event-store',
  ratios: [higher(23, 'send-event-store', 'messages sent on EventStoreDB, 64 in flight ÷ raw appends', '/s', 0.3, 0.6)],
  async run(say) {
    const server = await startServer({
      env: {
        VERBATIM_EVENT_LOG: process.env.VERBATIM_EVENT_LOG ?? '',
        VERBATIM_EVENT_LOG_NAMESPACE: `bench${randomBytes(8).toString('hex')}`,
      },
    });
    const place = {
      server,
      load: startWorker<LoadTasks>('closed-loop.ts'),
      polls: startWorker<PollTasks>('polls.ts'),
    };
    const raw = startWorker<RawEventStoreTasks>('../limits/raw-event-store.ts');
    try {
      await subscribeEveryone(server);
      const requests = sendRequests(server);
      say('warming up');
      await warmUp(place, requests);
      await raw.ask('run', { inFlight: crowd, millis });
      return await inRounds(say, async () => {
        const appended = await raw.ask('run', { inFlight: crowd, millis });
        const sent = await crowdSends(place, requests);
        return { 'send-event-store': { figure: sent.perSecond, limit: appended.perSecond } };
      });
    } finally {
      await Promise.all([place.load, place.polls, raw].map((worker) => worker.stop()));
      await server.discard();
    }
  },
};
