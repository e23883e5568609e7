/** A crowd of Verbatim clients: listeners wait in long polls, senders post over shared connections. */
import { messagesIn, newestId } from '../workers/event-answers.ts';
import {
  type Caller,
  formRequest,
  getRequest,
  type HttpSocket,
  openSocket,
  successful,
} from '../workers/http-socket.ts';
import { answer } from '../workers/worker.ts';
import { inPairs, type Person, type Talk, toAll } from './conversations.ts';

type Listening = {
  readonly port: number;
  readonly callers: readonly Caller[];
  /** Index of the first listener. In pairs only the second half listens. */
  readonly listenersFrom: number;
  /** The stream for messages to everybody. */
  readonly channel: string;
};

const topics = 23;

let people: Person[] = [];
/** Idle connections. */
let idle: HttpSocket[] = [];
let polling: Promise<never> | undefined;

/** Registers the listeners' queues and polls them for as long as this process lives. */
async function registerQueues({ port, callers, listenersFrom, channel }: Listening): Promise<void> {
  const post = async (path: string, form: Readonly<Record<string, string>>, caller: Caller): Promise<string> => {
    const socket = idle.pop() ?? (await openSocket(port));
    const body = await successful(socket, formRequest('POST', `/api/v1${path}`, form, caller));
    idle.push(socket);
    return body;
  };
  let sent = 0;
  people = callers.map((caller) => ({
    async sendTo(listener, content) {
      const to = JSON.stringify([callers[listener]?.email]);
      await post('/messages', { type: 'private', to, content }, caller);
    },
    async sendToAll(content) {
      await post('/messages', { type: 'stream', to: channel, topic: `topic ${sent++ % topics}`, content }, caller);
    },
    heard: () => undefined,
  }));
  const loops: Promise<never>[] = [];
  for (const [number, caller] of callers.entries()) {
    const person = people[number];
    if (number < listenersFrom || !person) continue;
    const form = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'true' };
    const registered = JSON.parse(await post('/register', form, caller)) as { queue_id: string; last_event_id: number };
    loops.push(poll(await openSocket(port), registered, caller, (count) => person.heard(count)));
  }
  polling = Promise.race(loops);
  polling.catch(() => undefined);
}

async function poll(
  socket: HttpSocket,
  queue: { readonly queue_id: string; readonly last_event_id: number },
  caller: Caller,
  heard: (count: number) => void,
): Promise<never> {
  const path = `/api/v1/events?queue_id=${encodeURIComponent(queue.queue_id)}&last_event_id=`;
  for (let last = queue.last_event_id; ; ) {
    const body = await successful(socket, getRequest(`${path}${last}`, caller));
    last = Math.max(last, newestId(body));
    const count = messagesIn(body);
    if (count > 0) heard(count);
  }
}

/** Rejects as soon as a poll fails. Closes the connections afterwards, because a server ends connections that are idle for long. */
async function talked(talking: Promise<number>): Promise<number> {
  const perSecond = await Promise.race([talking, polling ?? Promise.reject(new Error('nobody polls'))]);
  for (const socket of idle) socket.close();
  idle = [];
  return perSecond;
}

const pairs = (talk: Talk): Promise<number> => talked(inPairs(people, talk));
const all = (talk: Talk): Promise<number> => talked(toAll(people, talk));

const tasks = { registerQueues, pairs, all };
export type HttpTasks = typeof tasks;
answer(tasks);
