/** An event queue and its client, which polls with the id of the last event that it has seen. */
import type { Client, Loose, Parameters } from './client.ts';
import { list } from './client.ts';
import { succeeded } from './expect-answer.ts';

export type Following = {
  readonly queueId: string;
  /** The answer to the registration. */
  readonly state: Loose;
  /** The events since the last call, without waiting. */
  news(): Promise<Loose[]>;
  /** The events since the last call. Waits until there is one. */
  awaited(): Promise<Loose[]>;
};

export async function follow(client: Client, options: Parameters = {}): Promise<Following> {
  const state = succeeded(await client.post('/register', options));
  const queueId = String(state.queue_id);
  let last: unknown = state.last_event_id;
  const poll = async (dontBlock: boolean): Promise<Loose[]> => {
    const asked = { queue_id: queueId, last_event_id: last, dont_block: dontBlock };
    const events = list(succeeded(await client.get('/events', asked)).events);
    last = events.at(-1)?.id ?? last;
    return events;
  };
  return { queueId, state, news: () => poll(true), awaited: () => poll(false) };
}

/** The events of a queue since its registration, without waiting. */
export const newsOf = async (client: Client, { queue_id, last_event_id }: Loose): Promise<Loose[]> =>
  list(succeeded(await client.get('/events', { queue_id, last_event_id, dont_block: true })).events);

/** All events of the queue, in as many polls as necessary. */
export async function drained(client: Client, registered: Loose): Promise<Loose[]> {
  const events: Loose[] = [];
  let last = Number(registered.last_event_id);
  for (;;) {
    const answer = await client.get('/events', {
      queue_id: registered.queue_id,
      last_event_id: last,
      dont_block: true,
    });
    const more = list(answer.body.events);
    if (more.length === 0) return events;
    events.push(...more);
    last = Number(more.at(-1)?.id);
  }
}
