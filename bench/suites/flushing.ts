/** Disk flushes per message: one for a message that is sent alone, one for many that are sent together. */
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { flushCounter } from '../measure/flushes.ts';
import { lower, type Measured, type Suite } from '../ratio.ts';
import { startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { startWorker } from '../workers/worker.ts';

const millis = 2_000;
const crowds = [
  { name: 'flushes-64', connections: 64 },
  { name: 'flushes-1', connections: 1 },
] as const;

export const flushing: Suite = {
  name: 'flushing',
  ratios: [
    lower(7, 'flushes-64', 'flushes ÷ messages, 64 in flight', '', 0.25, 0.1),
    lower(7, 'flushes-1', 'flushes ÷ messages, one client', '', 4, 2),
  ],
  async run(say) {
    const flushes = flushCounter();
    say(`counted by ${flushes.how === 'strace' ? 'strace' : 'the disk: what others flush is in it'}`);
    const server = await startServer({ wrapper: flushes.wrapper });
    const load = startWorker<LoadTasks>('closed-loop.ts');
    try {
      await subscribeEveryone(server);
      const requests = sendRequests(server);
      const measured: Measured[] = [];
      for (const { name, connections } of crowds) {
        const before = flushes.count();
        const { count } = await load.ask('run', { port: server.port, connections, millis, requests });
        const figure = flushes.count() - before;
        measured.push({ name, figure, limit: count, ratio: figure / count });
      }
      return measured;
    } finally {
      await load.stop();
      await server.discard();
      flushes.remove();
    }
  },
};
