/**
 * Registering an event queue when ten thousand others exist, compared with one thousand. Both servers have registered equally often; one
 * has deleted most of its queues again. Then: the memory of a million events that ten thousand queues have not fetched.
 */
import { callers, sendRequests, subscribeEveryone } from '../chatter.ts';
import { cpuMicros, residentBytes } from '../measure/process-usage.ts';
import { inRounds } from '../measure/rounds.ts';
import { lower, type Suite } from '../ratio.ts';
import { type Server, startServer } from '../server.ts';
import { type Caller, formRequest, type HttpSocket, openSocket, successful } from '../workers/http-socket.ts';

const few = 1_000;
const many = 10 * few;
const atOnce = 16;

/** A server with a number of queues. Every round adds `few` and deletes them again. */
type Fixture = { readonly server: Server; readonly everybody: readonly Caller[] };
type Registered = { readonly queueId: string; readonly caller: Caller };

async function open(): Promise<Fixture> {
  const server = await startServer();
  return { server, everybody: callers(server) };
}

/** Does `work` for every item, `atOnce` items at a time. */
async function shared<T>(
  { server }: Fixture,
  items: readonly T[],
  work: (socket: HttpSocket, item: T) => Promise<void>,
) {
  const rest = items.values();
  const one = async (): Promise<void> => {
    const socket = await openSocket(server.port);
    for (const item of rest) await work(socket, item);
    socket.close();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function register(fixture: Fixture, count: number): Promise<Registered[]> {
  const form = { event_types: '["message"]', fetch_event_types: '[]' };
  const registered: Registered[] = [];
  const callersInTurn = Array.from(
    { length: count },
    (_, number) => fixture.everybody[number % fixture.everybody.length],
  );
  await shared(fixture, callersInTurn, async (socket, caller) => {
    if (!caller) throw new Error('nobody registers');
    const body = await successful(socket, formRequest('POST', '/api/v1/register', form, caller));
    registered.push({ queueId: String(JSON.parse(body).queue_id), caller });
  });
  return registered;
}

const leave = (fixture: Fixture, queues: readonly Registered[]): Promise<void> =>
  shared(fixture, queues, async (socket, { queueId, caller }) => {
    await successful(socket, formRequest('DELETE', '/api/v1/events', { queue_id: queueId }, caller));
  });

/** Processor time of one registration, averaged over `few`. */
async function cost(fixture: Fixture): Promise<number> {
  const before = cpuMicros(fixture.server.pid);
  const registered = await register(fixture, few);
  const micros = (cpuMicros(fixture.server.pid) - before) / few;
  await leave(fixture, registered);
  return micros;
}

const messages = 100;

/** Sends messages to queues that nobody polls. Returns the bytes of memory per event and queue. */
async function undelivered(fixture: Fixture, queues: number): Promise<number> {
  const { server } = fixture;
  const say = (requests: readonly string[]): Promise<void> =>
    shared(fixture, requests, async (socket, request) => void (await socket.send(request)));
  await subscribeEveryone(server);
  const requests = sendRequests(server);
  // The memory that sending itself needs is allocated before the measurement.
  await say(requests.slice(0, 10 * messages));
  const before = residentBytes(server.pid);
  await say(requests.slice(10 * messages, 11 * messages));
  return Math.max(0, residentBytes(server.pid) - before) / (queues * messages);
}

export const registering: Suite = {
  name: 'registering',
  ratios: [
    lower(21, 'register-queue', 'CPU of registering a queue, beside 10,000 ÷ beside 1,000', 'µs', 1.5, 1.1),
    lower(12, 'undelivered-memory', '1,000,000 undelivered events in 10,000 queues', 'B', 64, 16),
  ],
  async run(say) {
    const fixtures = [await open(), await open()] as const;
    const [small, large] = fixtures;
    try {
      say(`registering ${many} queues, twice`);
      await register(large, many);
      await leave(small, (await register(small, many)).slice(few));
      const costs = await inRounds(
        say,
        async (number) => {
          // The order alternates, because work that one side leaves behind would be counted for the other.
          const first = number % 2 === 0 ? await cost(large) : undefined;
          const limit = await cost(small);
          return { 'register-queue': { figure: first ?? (await cost(large)), limit } };
        },
        8,
      );
      say('sending what nobody polls for');
      const each = await undelivered(large, many);
      return [...costs, { name: 'undelivered-memory', figure: each, limit: 1, ratio: each }];
    } finally {
      for (const { server } of fixtures) await server.discard();
    }
  },
};
