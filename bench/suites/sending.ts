/**
 * Sending: POST /messages, compared with raw durable appends and with a bare koa. Nobody polls, as with the prototype from which the floors
 * were taken. The same rounds measure what delivery adds: the same crowd while ten queues poll.
 */
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd, crowdSends, crowdSendsAlone, loaded, millis, type Place, warmUp } from '../crowd.ts';
import type { HelloTasks } from '../limits/hello.ts';
import type { RawAppendTasks } from '../limits/raw-append.ts';
import { inRounds, type Pair } from '../measure/rounds.ts';
import type { Suite } from '../ratio.ts';
import { startServer } from '../server.ts';
import { averageMessageBytes } from '../stored-events.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { getRequest } from '../workers/http-socket.ts';
import type { PollTasks } from '../workers/polls.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

/** Many short rounds, so that the sides that are compared are measured within the same seconds. */
const rounds = 9;

type Fixture = Place & {
  readonly hello: Worker<HelloTasks>;
  readonly raw: Worker<RawAppendTasks>;
};

async function round(fixture: Fixture, requests: readonly string[], eventBytes: number, sentBefore: number) {
  const { server, load, hello, raw } = fixture;
  await raw.ask('grow', { events: sentBefore });
  const rawCrowd = await raw.ask('run', { inFlight: crowd, millis });
  const sent = await crowdSendsAlone(fixture, requests);
  const polled = await crowdSends(fixture, requests);
  const helloPort = await hello.ask('port', null);
  const greeted = await loaded(load, hello.pid, {
    port: helloPort,
    connections: crowd,
    millis,
    requests: [getRequest('/')],
  });
  const rawAlone = await raw.ask('run', { inFlight: 1, millis });
  const alone = await load.ask('run', { port: server.port, connections: 1, millis, requests });
  const pairs: Record<string, Pair> = {
    'send-64': { figure: sent.perSecond, limit: rawCrowd.perSecond },
    'send-1': { figure: alone.perSecond, limit: rawAlone.perSecond },
    'send-http': { figure: sent.perSecond, limit: greeted.perSecond },
    'send-cpu': { figure: sent.cpuMicrosEach, limit: greeted.cpuMicrosEach },
    'send-http-polled': { figure: polled.perSecond, limit: greeted.perSecond },
    'send-cpu-polled': { figure: polled.cpuMicrosEach, limit: greeted.cpuMicrosEach },
    'send-p50': { figure: alone.p50, limit: rawAlone.p50 },
    'send-p99': { figure: sent.p99, limit: rawCrowd.p99 },
    'send-bytes': { figure: sent.bytesEach, limit: eventBytes },
  };
  return { pairs, count: sent.count + polled.count + alone.count };
}

export const sending: Suite = {
  name: 'sending',
  ratios: [
    {
      id: 1,
      name: 'send-64',
      what: 'messages sent, 64 in flight ÷ raw appends',
      unit: '/s',
      better: 'higher',
      floor: 0.12,
      goal: 0.25,
    },
    {
      id: 2,
      name: 'send-1',
      what: 'messages sent, one client ÷ raw appends',
      unit: '/s',
      better: 'higher',
      floor: 0.35,
      goal: 0.55,
    },
    {
      id: 3,
      name: 'send-http',
      what: 'messages sent, 64 in flight ÷ koa hello',
      unit: '/s',
      better: 'higher',
      floor: 0.07,
      goal: 0.12,
    },
    {
      id: 4,
      name: 'send-cpu',
      what: 'server CPU a message ÷ a koa hello',
      unit: 'µs',
      better: 'lower',
      floor: 18,
      goal: 12,
    },
    {
      id: 3,
      name: 'send-http-polled',
      what: 'line 3 while ten queues poll',
      unit: '/s',
      better: 'higher',
      floor: 0.05,
      goal: 0.1,
    },
    {
      id: 4,
      name: 'send-cpu-polled',
      what: 'line 4 while ten queues poll',
      unit: 'µs',
      better: 'lower',
      floor: 24,
      goal: 15,
    },
    { id: 5, name: 'send-p50', what: 'p50, one client ÷ raw append', unit: 'ms', better: 'lower', floor: 3, goal: 2 },
    {
      id: 6,
      name: 'send-p99',
      what: 'p99, 64 in flight ÷ raw append',
      unit: 'ms',
      better: 'lower',
      floor: 10,
      goal: 5,
    },
    {
      id: 8,
      name: 'send-bytes',
      what: 'bytes written a message ÷ bytes of its event',
      unit: 'B',
      better: 'lower',
      floor: 80,
      goal: 40,
    },
  ],
  async run(say) {
    const server = await startServer();
    const fixture: Fixture = {
      server,
      load: startWorker<LoadTasks>('closed-loop.ts'),
      polls: startWorker<PollTasks>('polls.ts'),
      hello: startWorker<HelloTasks>('../limits/hello.ts'),
      raw: startWorker<RawAppendTasks>('../limits/raw-append.ts'),
    };
    try {
      await subscribeEveryone(server);
      const requests = sendRequests(server);
      say('warming up');
      let events = await warmUp(fixture, requests);
      const eventBytes = await averageMessageBytes(server.data);
      return await inRounds(async (number) => {
        say(`round ${number}`);
        const { pairs, count } = await round(fixture, requests, eventBytes, events);
        events += count;
        return pairs;
      }, rounds);
    } finally {
      await Promise.all([fixture.load, fixture.polls, fixture.hello, fixture.raw].map((worker) => worker.stop()));
      await server.stop();
      server.remove();
    }
  },
};
