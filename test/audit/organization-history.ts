/** The history of an organization, written over HTTP, and all answers about it. */
import { expect } from 'chai';
import { type AccountName, type Client, type Loose, list } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

const askers: readonly AccountName[] = ['owner', 'admin', 'member', 'guest', 'spare', 'bot'];

/** Writes something of every kind. Resolves when the bot with its server at `botUrl` has answered. */
export async function live(server: TestServer, botUrl: string): Promise<void> {
  const [owner, admin, member, guest, spare] = (['owner', 'admin', 'member', 'guest', 'spare'] as const).map((name) =>
    server.as(name),
  ) as [Client, Client, Client, Client, Client];
  const did = async (answer: Promise<{ body: Loose }>): Promise<Loose> => {
    const { body } = await answer;
    expect(body, JSON.stringify(body)).to.include({ result: 'success' });
    return body;
  };
  const say = async (who: Client, to: unknown, content: string, topic?: string): Promise<number> =>
    Number((await did(who.post('/messages', { type: topic ? 'stream' : 'private', to, content, topic }))).id);
  await did(
    member.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'plans', description: 'what **next**' }, { name: 'attic' }],
      principals: [member.account.user_id, spare.account.user_id, guest.account.user_id],
      announce: true,
    }),
  );
  await did(
    spare.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      principals: [admin.account.user_id, spare.account.user_id],
    }),
  );
  const bot = server.as('outgoing_bot').account.user_id;
  await did(member.patch(`/bots/${bot}`, { service_payload_url: botUrl }));
  const queue = await did(member.post('/register', { event_types: ['message'] }));
  const first = await say(member, 'plans', 'first of @**Sam Spare** <b>x</b> \u2028 \u{1f600}', 'start');
  await say(spare, 'cellar', 'secret', 'dark');
  const doomed = await say(spare, 'plans', 'a word that must go', 'start');
  await did(member.patch(`/messages/${first}`, { content: 'first, better' }));
  await did(member.patch(`/messages/${first}`, { topic: 'begun', propagate_mode: 'change_all' }));
  await did(spare.patch(`/messages/${doomed}`, { content: 'a word that must really go' }));
  await did(admin.delete(`/messages/${doomed}`));
  await say(guest, [owner.account.user_id], 'hello?');
  await say(member, [bot], 'answer me');
  await heard(member, queue, bot);
  await did(spare.delete('/users/me/subscriptions', { subscriptions: ['plans'] }));
  await say(member, 'plans', 'spare is gone', 'begun');
  await did(admin.post('/realm/profile_fields', { name: 'Motto', field_type: 1 }));
  await did(member.patch('/users/me/profile_data', { data: [{ id: 1, value: 'all *of* it' }] }));
  await did(member.patch('/settings/notifications', { enable_sounds: false }));
  await did(member.patch('/users/me/subscriptions/muted_topics', { stream: 'plans', topic: 'begun', op: 'add' }));
  await did(admin.patch(`/users/${spare.account.user_id}`, { full_name: 'Sam Saved' }));
  await did(member.delete(`/bots/${server.as('webhook_bot').account.user_id}`));
}

/** Resolves when a message of the sender has arrived in the queue. */
async function heard(who: Client, { queue_id, last_event_id }: Loose, sender: number): Promise<void> {
  for (let last = Number(last_event_id); ; ) {
    const { body } = await who.get('/events', { queue_id, last_event_id: last });
    for (const event of list(body.events)) {
      if (Number(event.message?.sender_id) === sender) return;
      last = Number(event.id);
    }
  }
}

/** The answers to all requests of all users, without values that differ from run to run. */
export async function everyAnswer(server: TestServer): Promise<Record<string, Loose>> {
  const answered: Record<string, Loose> = {};
  for (const name of askers) {
    const who = server.as(name);
    const ask = async (path: string, parameters: Record<string, unknown> = {}, as = path): Promise<Loose> => {
      const { status, body } = await who.get(path, parameters);
      answered[`${name} ${as}`] = { ...body, status } as unknown as Loose;
      return body;
    };
    for (const path of ['/users', '/users/me', '/bots', '/realm/profile_fields', '/server_settings', '/streams'])
      await ask(path, { include_custom_profile_fields: path === '/users' });
    await ask('/users/me/subscriptions', { include_subscribers: true });
    const all = { anchor: 'newest', num_before: 1000, num_after: 0 };
    await ask('/messages', { ...all, apply_markdown: false }, '/messages raw');
    for (const narrow of [[['stream', 'plans']], [['topic', 'begun']], [['search', 'better']], [['is', 'private']]])
      await ask('/messages', { ...all, narrow }, `/messages ${JSON.stringify(narrow)}`);
    const listed = await ask('/messages', all, '/messages');
    for (const { id } of listed.messages ? list(listed.messages) : []) {
      await ask(`/messages/${id}`);
      await ask(`/messages/${id}/history`);
    }
    const registered = await who.post('/register', {});
    const { queue_id: _queue, last_event_id: _last, ...state } = registered.body as unknown as Record<string, Loose>;
    answered[`${name} /register`] = state as unknown as Loose;
  }
  return answered;
}
