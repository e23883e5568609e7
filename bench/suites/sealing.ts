/**
 * The cost of proof: processor time per message with sealing and a push sink, compared with the same service without either. Work after the
 * answer is included: a round ends when the sink has received all messages.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd, millis, type Place, warmUp } from '../crowd.ts';
import { cpuMicros } from '../measure/process-usage.ts';
import { inRounds } from '../measure/rounds.ts';
import type { Suite } from '../ratio.ts';
import { type Server, startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import type { PollTasks } from '../workers/polls.ts';
import type { ReceiverTasks } from '../workers/receiver.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

const rounds = 9;
/** Sealing lags behind by about a second. */
const settledMs = 2_500;
const unsealed = new URL('../workers/serve-without-ledger.js', import.meta.url).pathname;
const env = { VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true', VERBATIM_SCRUB_SECS: '86400' };

/** Microseconds per message, with the work after its answer. */
async function microsEach({ server, load }: Place, requests: readonly string[], receiver?: Worker<ReceiverTasks>) {
  const before = { cpu: cpuMicros(server.pid), received: await receiver?.ask('received', null) };
  const { count } = await load.ask('run', { port: server.port, connections: crowd, millis, requests });
  while (receiver && (await receiver.ask('received', null)) < (before.received ?? 0) + count) await delay(50);
  await delay(settledMs);
  return (cpuMicros(server.pid) - before.cpu) / count;
}

async function withSink(server: Server, url: string): Promise<void> {
  const form = { url, format: 'cloudevents', actions: '["message.sent"]', reason: 'the bench' };
  await server.call('POST', '/audit/sinks', form, server.caller('auditor'));
}

export const sealing: Suite = {
  name: 'sealing',
  ratios: [
    {
      id: 28,
      name: 'seal-cpu',
      what: 'server CPU a message with ledger and sink ÷ without',
      unit: 'µs',
      better: 'lower',
      floor: 1.1,
      goal: 1.03,
    },
  ],
  async run(say) {
    const [proven, plain] = [await startServer({ env }), await startServer({ env, program: unsealed })];
    const receiver = startWorker<ReceiverTasks>('receiver.ts');
    const load = startWorker<LoadTasks>('closed-loop.ts');
    const polls = startWorker<PollTasks>('polls.ts');
    const places = [proven, plain].map((server): Place => ({ server, load, polls })) as [Place, Place];
    try {
      for (const { server } of places) await subscribeEveryone(server);
      await withSink(proven, await receiver.ask('url', null));
      const [toProven, toPlain] = [sendRequests(proven), sendRequests(plain)];
      say('warming up');
      const said = await warmUp(places[0], toProven);
      await warmUp(places[1], toPlain);
      while ((await receiver.ask('received', null)) < said) await delay(settledMs);
      return await inRounds(async (number) => {
        say(`round ${number}`);
        const figure = await microsEach(places[0], toProven, receiver);
        return { 'seal-cpu': { figure, limit: await microsEach(places[1], toPlain) } };
      }, rounds);
    } finally {
      await Promise.all([receiver, load, polls].map((worker) => worker.stop()));
      for (const { server } of places) {
        await server.stop();
        server.remove();
      }
    }
  },
};
