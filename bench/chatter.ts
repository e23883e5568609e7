/** An organization in which people talk: who sends, who listens. */
import type { Server } from './server.ts';
import { texts } from './texts.ts';
import { type Caller, formRequest } from './workers/http-socket.ts';
import type { Polled } from './workers/polls.ts';

const people = ['owner', 'admin', 'member', 'guest', 'spare'] as const;
const channel = 'general';

/** Everybody is subscribed to one stream. */
export async function gather(server: Server): Promise<void> {
  const subscriptions = JSON.stringify([{ name: channel }]);
  const principals = JSON.stringify(people.map((name) => server.caller(name).email));
  await server.call('POST', '/users/me/subscriptions', { subscriptions, principals }, server.caller('owner'));
}

/** Requests that send messages to it, from several people and to several topics. */
export const sendRequests = (server: Server): string[] =>
  people.flatMap((name, person) =>
    texts.map((content, text) => {
      const topic = `topic ${(person + text) % 7}`;
      return formRequest(
        'POST',
        '/api/v1/messages',
        { type: 'stream', to: channel, topic, content },
        server.caller(name),
      );
    }),
  );

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
