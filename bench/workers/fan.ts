/** A crowd of clients, each with one waiting poll; measures the time until the last of them has its answer. */
import { newestId } from './event-answers.ts';
import { type Caller, formRequest, getRequest, type HttpSocket, openSocket, successful } from './http-socket.ts';
import { answer } from './worker.ts';

type Poller = { readonly socket: HttpSocket; readonly path: string; readonly caller: Caller; last: number };

const openedTogether = 200;
const registeredTogether = 32;

let pollers: Poller[] = [];
let side: HttpSocket | undefined;
let answers: Promise<string>[] = [];

/** Registers `count` event queues, shared out among the callers, and opens a connection for each. */
async function registerQueues({
  port,
  count,
  callers,
}: {
  port: number;
  count: number;
  callers: Caller[];
}): Promise<void> {
  const form = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'true' };
  const registering = await Promise.all(Array.from({ length: registeredTogether }, () => openSocket(port)));
  const found: { queueId: string; last: number; caller: Caller }[] = [];
  let begun = pollers.length;
  const loop = async (socket: HttpSocket): Promise<void> => {
    while (begun < count) {
      begun += 1;
      const caller = callers[begun % callers.length];
      if (!caller) return;
      const body = JSON.parse(await successful(socket, formRequest('POST', '/api/v1/register', form, caller)));
      found.push({ queueId: body.queue_id, last: body.last_event_id, caller });
    }
  };
  await Promise.all(registering.map(loop));
  for (const socket of registering) socket.close();
  for (let from = 0; from < found.length; from += openedTogether)
    pollers.push(
      ...(await Promise.all(
        found.slice(from, from + openedTogether).map(async ({ queueId, last, caller }) => {
          const path = `/api/v1/events?queue_id=${encodeURIComponent(queueId)}`;
          return { socket: await openSocket(port), path, caller, last };
        }),
      )),
    );
  side ??= await openSocket(port);
}

/** Opens as many connections to a server without queues. */
async function connect({ port, count }: { port: number; count: number }): Promise<void> {
  const caller = { email: 'a@example.com', apiKey: 'k' };
  while (pollers.length < count) {
    const more = Math.min(openedTogether, count - pollers.length);
    const sockets = await Promise.all(Array.from({ length: more }, () => openSocket(port)));
    pollers.push(...sockets.map((socket) => ({ socket, path: '/', caller, last: -1 })));
  }
  side ??= await openSocket(port);
}

/** Starts a poll on every connection. Resolves when the server has read all polls: then it answers `probe`, which was sent after them. */
async function poll({ probe }: { probe: string | null }): Promise<void> {
  answers = pollers.map(async (poller) => {
    const body = await successful(
      poller.socket,
      getRequest(`${poller.path}&last_event_id=${poller.last}`, poller.caller),
    );
    poller.last = Math.max(poller.last, newestId(body));
    return body;
  });
  if (probe !== null && side) await successful(side, probe);
}

/** Sends `request`. Returns the milliseconds until every poll is answered. */
async function sendAndAwait({ request }: { request: string }): Promise<{ millis: number; bytes: number }> {
  if (!side) throw new Error('no client is connected');
  const began = performance.now();
  void successful(side, request);
  const bodies = await Promise.all(answers);
  return { millis: performance.now() - began, bytes: bodies[0]?.length ?? 0 };
}

/** Closes all connections. */
async function disconnect(_: null): Promise<void> {
  for (const { socket } of pollers) socket.close();
  side?.close();
  side = undefined;
  for (const one of answers) one.catch(() => undefined);
  pollers = [];
}

const tasks = { registerQueues, connect, poll, sendAndAwait, disconnect };
export type FanTasks = typeof tasks;
answer(tasks);
