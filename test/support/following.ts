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
