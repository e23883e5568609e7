/**
 * The cost of proof: processor time of a message when the ledger seals and a sink pushes, compared with the same service without either.
 * Work after the answer to a message is counted: a round ends when the sink has received every message. Two processes of the same program
 * differ by up to a quarter for as long as they run. Therefore several pairs of processes are compared, one pair after the other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd, type Place, warmUp } from '../crowd.ts';
import { cpuMicros } from '../measure/process-usage.ts';
import { inRounds, type Pair } from '../measure/rounds.ts';
import { lower, type Suite } from '../ratio.ts';
import { type Server, startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import type { PollTasks } from '../workers/polls.ts';
import type { ReceiverTasks } from '../workers/receiver.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

const pairs = 3;
const roundsEach = 4;
/**
 * Rounds before those that count. While the service is warmed up, the sink is behind, and is sent events from the trail. Once it keeps up, it
 * is sent events from memory, by code that is not compiled yet.
 */
const warmUpRounds = 5;
/**
 * About this many messages are sent to each service in a round. With the same duration instead, the slower service would be sent fewer, to
 * which it adds the same cost of a round.
 */
const messagesEach = 4_000;
const millisMax = 60_000;
/** By then the messages are sealed and sent. Both services are given the same time, because an idle service takes processor time, too. */
const settledMs = 2_500;
const unsealed = new URL('../workers/serve-without-ledger.js', import.meta.url).pathname;
const env = { VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true', VERBATIM_SCRUB_SECS: '86400' };

type Workers = Pick<Place, 'load' | 'polls'> & { readonly receiver: Worker<ReceiverTasks> };

/** A service with ledger and sink, and one without either. */
type Services = { readonly proven: Server; readonly plain: Server };

/** Resolves when both are warm and the sink has received every message. */
async function startServices(workers: Workers): Promise<Services> {
  const services = { proven: await startServer({ env }), plain: await startServer({ env, program: unsealed }) };
  const { proven, plain } = services;
  const { receiver } = workers;
  const before = await receiver.ask('received', null);
  for (const server of [proven, plain]) await subscribeEveryone(server);
  await withSink(proven, await receiver.ask('url', null));
  const sent = await warmUp({ ...workers, server: proven }, sendRequests(proven));
  await warmUp({ ...workers, server: plain }, sendRequests(plain));
  while ((await receiver.ask('received', null)) < before + sent) await delay(settledMs);
  for (let round = 0; round < warmUpRounds; round += 1) await measured(services, workers);
  return services;
}

async function withSink(server: Server, url: string): Promise<void> {
  const form = { url, format: 'cloudevents', actions: '["message.sent"]', reason: 'the bench' };
  await server.call('POST', '/audit/sinks', form, server.caller('auditor'));
}

async function stopServices(services: Services | undefined): Promise<void> {
  for (const server of services ? [services.proven, services.plain] : []) await server.discard();
}

async function measured({ proven, plain }: Services, { load, receiver }: Workers): Promise<Pair> {
  const figure = await microsEach(proven, load, receiver);
  return { figure, limit: await microsEach(plain, load) };
}

/** Microseconds of a message, with the work after its answer. */
async function microsEach(server: Server, load: Worker<LoadTasks>, receiver?: Worker<ReceiverTasks>): Promise<number> {
  const requests = sendRequests(server);
  const before = { cpu: cpuMicros(server.pid), received: await receiver?.ask('received', null) };
  const { count } = await load.ask('run', {
    port: server.port,
    connections: crowd,
    millis: millisMax,
    count: messagesEach,
    requests,
  });
  await delay(settledMs);
  while (receiver && (await receiver.ask('received', null)) < (before.received ?? 0) + count) await delay(50);
  return (cpuMicros(server.pid) - before.cpu) / count;
}

export const sealing: Suite = {
  name: 'sealing',
  ratios: [lower(28, 'seal-cpu', 'server CPU a message with ledger and sink ÷ without', 'µs', 1.1, 1.03)],
  async run(say) {
    const workers: Workers = {
      receiver: startWorker<ReceiverTasks>('receiver.ts'),
      load: startWorker<LoadTasks>('closed-loop.ts'),
      polls: startWorker<PollTasks>('polls.ts'),
    };
    let services: Services | undefined;
    try {
      return await inRounds(
        say,
        async (number) => {
          if (!services || number % roundsEach === 1) {
            await stopServices(services);
            services = await startServices(workers);
          }
          return { 'seal-cpu': await measured(services, workers) };
        },
        pairs * roundsEach,
      );
    } finally {
      await Promise.all(Object.values(workers).map((worker) => worker.stop()));
      await stopServices(services);
    }
  },
};
