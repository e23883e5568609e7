/** Random writes over HTTP about existing messages. For `perform-write.ts`. */
import { type Client, type Loose, list, type Parameters } from './client.ts';

/** The newest messages, at most nine, that the client received, or those of a narrow that it sees. */
async function newest(client: Client, a: number, narrow: Parameters = {}): Promise<Loose[]> {
  const answer = await client.get('/messages', { anchor: 'newest', num_before: 1 + (a % 9), num_after: 0, ...narrow });
  return answer.status === 200 ? list(answer.body.messages) : [];
}

/** Flags some of the newest messages of the user. Messages that become unread again are left out, because events do not name their conversations. */
export async function flag(client: Client, a: number, b: number): Promise<unknown> {
  const messages = (await newest(client, a)).map(({ id }) => Number(id));
  const name = b % 2 === 0 ? 'read' : b % 3 === 0 ? 'collapsed' : 'starred';
  const op = name !== 'read' && a % 3 === 0 ? 'remove' : 'add';
  return client.post('/messages/flags', { messages, op, flag: name });
}

/** Edits the newest message of the client. The new text may mention a user. */
export async function edit(client: Client, a: number, mention: string): Promise<unknown> {
  const own = (await newest(client, 8)).findLast(({ sender_id: id }) => Number(id) === client.account.user_id);
  return own && client.patch(`/messages/${own.id}`, { content: `now ${a} ${mention}` });
}

const modes = ['change_one', 'change_later', 'change_all'];

/** Moves a message of a stream, or its topic, to another topic. */
export async function moveToTopic(client: Client, a: number, b: number): Promise<unknown> {
  const [message] = (await newest(client, a)).filter(({ type }) => String(type) === 'stream');
  const to = { topic: `t${b}`, propagate_mode: modes[a % 3] };
  return message && client.patch(`/messages/${message.id}`, to);
}

/** Moves a message of a public stream, or its topic, to another stream. Administrators may. */
export async function moveToStream(client: Client, a: number, b: number): Promise<unknown> {
  const [message] = await newest(client, a, { narrow: [['streams', 'public']] });
  const to = { stream_id: ((a + b) % 8) + 1, propagate_mode: modes[b % 3], ...(b % 2 > 0 && { topic: `t${b}` }) };
  return message && client.patch(`/messages/${message.id}`, to);
}

/** Deletes one of the newest messages. */
export async function remove(client: Client, a: number): Promise<unknown> {
  const [message] = await newest(client, a);
  return message && client.delete(`/messages/${message.id}`);
}
