/** An organization under load: senders and event queues. */
import { proses } from './prose.ts';
import type { Server } from './server.ts';
import { type Caller, formRequest } from './workers/http-socket.ts';
import type { Polled } from './workers/polls.ts';

const people = ['owner', 'admin', 'member', 'guest', 'spare'] as const;
const channel = 'general';

export const callers = (server: Server): Caller[] => people.map((name) => server.caller(name));

/** Everybody is subscribed to one stream. */
export async function subscribeEveryone(server: Server): Promise<void> {
  const subscriptions = JSON.stringify([{ name: channel }]);
  const principals = JSON.stringify(people.map((name) => server.caller(name).email));
  await server.call('POST', '/users/me/subscriptions', { subscriptions, principals }, server.caller('owner'));
}

/** Requests that send messages to it, from several people and to several topics. */
export const sendRequests = (server: Server): string[] =>
  proses(2_000).map((content, number) => {
    const caller = server.caller(people[number % people.length] ?? 'owner');
    const form = { type: 'stream', to: channel, topic: `topic ${number % 23}`, content };
    return formRequest('POST', '/api/v1/messages', form, caller);
  });

/** Event queues that get every message, `count` of them, shared out among the people. */
export async function openQueues(server: Server, count: number): Promise<Polled[]> {
  const queues: Polled[] = [];
  for (let number = 0; number < count; number += 1) {
    const caller: Caller = server.caller(people[number % people.length] ?? 'owner');
    const form = { event_types: '["message"]', apply_markdown: 'true' };
    const registered = await server.call('POST', '/register', form, caller);
    queues.push({ queueId: String(registered.queue_id), lastEventId: Number(registered.last_event_id), caller });
  }
  return queues;
}
