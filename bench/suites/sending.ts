/**
 * Sending: POST /messages, compared with raw durable appends and with a bare koa. Nobody polls, as with the prototype from which the floors
 * were taken. The same rounds measure what delivery adds: the same crowd while ten queues poll.
 */
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd, crowdSends, crowdSendsAlone, loaded, millis, type Place, warmUp } from '../crowd.ts';
import type { HelloTasks } from '../limits/hello.ts';
import type { RawAppendTasks } from '../limits/raw-append.ts';
import { inRounds, type Pair } from '../measure/rounds.ts';
import { higher, lower, type Suite } from '../ratio.ts';
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
    higher(1, 'send-64', 'messages sent, 64 in flight ÷ raw appends', '/s', 0.12, 0.25),
    higher(2, 'send-1', 'messages sent, one client ÷ raw appends', '/s', 0.35, 0.55),
    higher(3, 'send-http', 'messages sent, 64 in flight ÷ koa hello', '/s', 0.07, 0.12),
    lower(4, 'send-cpu', 'server CPU a message ÷ a koa hello', 'µs', 18, 12),
    higher(3, 'send-http-polled', 'line 3 while ten queues poll', '/s', 0.05, 0.1),
    lower(4, 'send-cpu-polled', 'line 4 while ten queues poll', 'µs', 24, 15),
    lower(5, 'send-p50', 'p50, one client ÷ raw append', 'ms', 3, 2),
    lower(6, 'send-p99', 'p99, 64 in flight ÷ raw append', 'ms', 10, 5),
    lower(8, 'send-bytes', 'bytes written a message ÷ bytes of its event', 'B', 80, 40),
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
      return await inRounds(
        say,
        async () => {
          const { pairs, count } = await round(fixture, requests, eventBytes, events);
          events += count;
          return pairs;
        },
        rounds,
      );
    } finally {
      await Promise.all([fixture.load, fixture.polls, fixture.hello, fixture.raw].map((worker) => worker.stop()));
      await server.discard();
    }
  },
};
