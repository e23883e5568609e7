/** An event queue and its client, who passes on what was seen last. */
import type { Client, Loose, Parameters } from './client.ts';
import { list } from './client.ts';
import { succeeded } from './expect-answer.ts';

export type Following = {
  readonly queueId: string;
  /** What the registration answered. */
  readonly state: Loose;
  /** What came since the last time, at once. */
  news(): Promise<Loose[]>;
  /** The same; waits until there is something. */
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
