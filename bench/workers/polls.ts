/** Clients with one long poll each; the next follows as soon as one is answered. */
import { messagesIn, newestId } from './event-answers.ts';
import { type Caller, getRequest, type HttpSocket, openSocket, successful } from './http-socket.ts';
import { answer } from './worker.ts';

export type Polled = { readonly queueId: string; readonly lastEventId: number; readonly caller: Caller };

let sockets: HttpSocket[] = [];
let loops: Promise<void>[] = [];
let stopping = false;
let received = 0;

async function poll(socket: HttpSocket, { queueId, lastEventId, caller }: Polled): Promise<void> {
  let last = lastEventId;
  while (!stopping) {
    const path = `/api/v1/events?queue_id=${encodeURIComponent(queueId)}&last_event_id=${last}`;
    const body = await successful(socket, getRequest(path, caller));
    received += messagesIn(body);
    last = Math.max(last, newestId(body));
  }
}

/** Polls until `stop`. */
async function start({ port, queues }: { port: number; queues: readonly Polled[] }): Promise<void> {
  stopping = false;
  received = 0;
  sockets = await Promise.all(queues.map(() => openSocket(port)));
  loops = sockets.map(async (socket, index) => {
    const queue = queues[index];
    if (!queue) return;
    try {
      await poll(socket, queue);
    } catch (error) {
      if (!stopping) throw error;
    }
  });
  // `stop` reports a failure. Until then it must not end the process.
  for (const loop of loops) loop.catch(() => undefined);
}

/** Ends all polls. Returns the number of message events. Throws if a poll failed. */
async function stop(_: null): Promise<number> {
  stopping = true;
  for (const socket of sockets) socket.close();
  await Promise.all(loops);
  return received;
}

const tasks = { start, stop };
export type PollTasks = typeof tasks;
answer(tasks);
