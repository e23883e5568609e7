/** Messages over the API, as most scenarios send and list them. */
import { type Client, type Loose, list, type Parameters } from './client.ts';
import { succeeded } from './expect-answer.ts';

/** Sends a message to a stream. Returns its id. */
export const said = async (by: Client, to: unknown, topic: string, content = 'x'): Promise<number> =>
  Number(succeeded(await by.post('/messages', { type: 'stream', to, topic, content })).id);

/** The newest messages that a user sees, the oldest of them first. */
export const newestFor = async (by: Client, more: Parameters = {}): Promise<Loose[]> =>
  list(succeeded(await by.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, ...more })).messages);

/** One message as it is listed for a user. */
export const listedFor = async (by: Client, id: number, more: Parameters = {}): Promise<Loose> => {
  const asked = { anchor: id, num_before: 0, num_after: 0, ...more };
  const [message] = list(succeeded(await by.get('/messages', asked)).messages);
  if (!message) throw new Error(`message ${id} is not listed`);
  return message;
};
