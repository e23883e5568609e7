/** Random writes over HTTP, of every kind. */
import fc from 'fast-check';
import { type AccountName, type Answer, type Client, list } from './client.ts';
import { postFiles } from './files-over-http.ts';
import { follow } from './following.ts';
import { edit, flag, moveToStream, moveToTopic, remove } from './perform-message-write.ts';
import type { TestServer } from './server.ts';

/** A random write by a random user. It may be refused. */
export type Write = { readonly by: AccountName; readonly what: number; readonly a: number; readonly b: number };
export const write: fc.Arbitrary<Write> = fc.record({
  by: fc.constantFrom('owner', 'admin', 'member', 'guest', 'spare', 'bot'),
  what: fc.nat(),
  a: fc.nat(20),
  b: fc.nat(5),
});

let made = 0;

/** Schedules a message to oneself, and waits until it is sent, because it must not arrive between the last poll and the registration. */
async function sendLater(client: Client): Promise<void> {
  made += 1;
  const content = `later ${made}`;
  const queue = await follow(client, { event_types: ['message'] });
  const message = { type: 'private', to: [client.account.user_id], content, delivery_type: 'send_later' };
  const deliver_at = new Date(Date.now() + 100).toISOString();
  if ((await client.post('/messages', { ...message, deliver_at })).status !== 200) return;
  for (;;) {
    const events = await queue.awaited();
    if (events.some((event) => String(event.message?.content) === content)) return;
  }
}

/** A person joins with an invitation of the client, if the client may send one. */
async function joins(client: Client, server: TestServer): Promise<void> {
  made += 1;
  const invited = { invitee_emails: `joined${made}@x.example`, stream_ids: [1] };
  const answer = await client.post('/invites', invited);
  if (answer.status !== 200) return;
  const [link] = list(answer.body.invite_links);
  const key = String(link?.invite_link).split('/#join/')[1] ?? '';
  const anyone = server.with({ email: '', api_key: '' });
  await anyone.post('/invites/accept', { key, full_name: `Joined ${made}`, password: 'correct horse battery' });
}

/** A person is deactivated and, when something else has happened, activated again, and so are the bots that they own. */
async function leavesAndReturns(owner: Client, userId: number, meanwhile: () => Promise<void>): Promise<void> {
  const bots = list((await owner.get('/users')).body.members).filter((user) => Number(user.bot_owner_id) === userId);
  if ((await owner.delete(`/users/${userId}`)).status !== 200) return;
  await meanwhile();
  for (const id of [userId, ...bots.filter((bot) => bot.is_active).map((bot) => bot.user_id)])
    await owner.post(`/users/${id}/reactivate`);
}

export async function perform(server: TestServer, { by, what, a, b }: Write): Promise<void> {
  const client = server.as(by);
  // Without the outgoing-webhook bot: its answers may arrive between the last poll and the registration.
  const names: readonly AccountName[] = ['owner', 'admin', 'member', 'guest', 'spare', 'bot', 'webhook_bot'];
  const other = server.as(names[a % names.length] ?? 'spare').account;
  const channel = a % 2 === 0 ? `public ${b}` : `private ${b}`;
  const streamId = (a % 8) + 1;
  /** A mention by the current name, which other writes change. */
  const mention = async ({ user_id: id } = other): Promise<string> => {
    const { user } = (await server.as('owner').get(`/users/${id}`)).body;
    return `@**${String(user?.full_name)}|${id}**`;
  };
  /** Says something in the stream, which the client enters, or creates, before. */
  const say = async (content: string): Promise<Answer> => {
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: channel }], invite_only: a % 2 === 1 });
    return client.post('/messages', { type: 'stream', to: channel, topic: `t${b}`, content });
  };
  /** Mentions the bot, which needs no subscription for it, and then changes the message. */
  const tellBot = async (change: (id: number) => Promise<unknown>): Promise<unknown> => {
    const { status, body } = await say(await mention(server.as('bot').account));
    return status === 200 && change(Number(body.id));
  };
  const acts: (() => Promise<unknown>)[] = [
    () =>
      client.post('/users/me/subscriptions', {
        subscriptions: [{ name: channel }],
        invite_only: a % 2 === 1,
        principals: [other.user_id, client.account.user_id],
      }),
    () =>
      client.post('/users/me/subscriptions', {
        subscriptions: [{ name: channel, description: `d${b}` }],
        invite_only: a % 2 === 1,
      }),
    () => client.delete('/users/me/subscriptions', { subscriptions: [channel] }),
    () => client.delete('/users/me/subscriptions', { subscriptions: [channel], principals: [other.user_id] }),
    () => client.patch(`/streams/${streamId}`, { is_private: b % 2 === 0, history_public_to_subscribers: b % 3 === 0 }),
    () => postFiles(server.base, client, '/users/me/avatar', { bytes: `GIF89a${b}` }),
    () => client.delete('/users/me/avatar'),
    () => postFiles(server.base, client, `/realm/emoji/e${b}`, { bytes: 'GIF89a' }),
    () => client.delete(`/realm/emoji/e${b}`),
    () => client.post('/default_streams', { stream_id: streamId }),
    () => client.delete('/default_streams', { stream_id: streamId }),
    () => client.post('/default_stream_groups/create', { group_name: `group ${a}`, stream_names: [`public ${b}`] }),
    () => client.patch(`/default_stream_groups/${b + 1}`, { new_group_name: `g${a}`, new_description: `d${b}` }),
    () =>
      client.patch(`/default_stream_groups/${b + 1}/streams`, {
        op: a % 3 > 0 ? 'add' : 'remove',
        stream_names: [`public ${(a + b) % 4}`],
      }),
    () => client.delete(`/default_stream_groups/${b + 1}`),
    () => client.delete(`/streams/${streamId}`),
    () => client.post(`/streams/${streamId}/delete_topic`, { topic_name: `t${b}` }),
    () => client.patch(`/streams/${streamId}`, { new_name: `public ${b}`, description: `*now* ${a}` }),
    () =>
      client.patch(`/streams/${streamId}`, {
        stream_post_policy: (b % 3) + 1,
        message_retention_days: b % 2 === 0 ? 'forever' : 30,
      }),
    () => say(`said ${a}`),
    () => client.post('/messages', { type: 'private', to: [other.user_id], content: `told ${a}` }),
    async () =>
      client.post('/messages', {
        type: 'private',
        to: [other.user_id, server.as('spare').account.user_id],
        content: `${await mention()} ${b % 3 === 0 ? '@**all**' : ''}`,
      }),
    async () => say(`${await mention()} ${b % 3 === 0 ? '@**all**' : ''}`),
    () => tellBot((id) => client.patch(`/messages/${id}`, { content: `now ${a}` })),
    () => tellBot((id) => (b % 2 === 0 ? client : server.as('owner')).delete(`/messages/${id}`)),
    () => client.post('/users/me/alert_words', { alert_words: [`said ${a}`, `Word ${b}`] }),
    () => client.delete('/users/me/alert_words', { alert_words: [`said ${a}`, `word ${b}`] }),
    () => flag(client, a, b),
    () => flag(client, a, b),
    async () => edit(client, a, b % 2 === 0 ? await mention() : '@**all**'),
    async () => edit(client, a, b % 2 === 0 ? await mention() : ''),
    () => moveToTopic(client, a, b),
    () => moveToTopic(client, a, b),
    () => moveToStream(server.as('owner'), a, b),
    () => moveToStream(server.as('admin'), a, b),
    () => remove(b % 2 === 0 ? client : server.as('owner'), a),
    () => client.post(b % 3 === 0 ? '/mark_all_as_read' : '/mark_stream_as_read', { stream_id: streamId }),
    () => client.post('/mark_topic_as_read', { stream_id: streamId, topic_name: `t${b}` }),
    () =>
      client.patch('/users/me/subscriptions/muted_topics', {
        stream_id: streamId,
        topic: `t${b}`,
        op: a % 3 === 0 ? 'remove' : 'add',
      }),
    () =>
      client.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: streamId, property: 'is_muted', value: b % 2 === 0 }],
      }),
    () =>
      client.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: streamId, property: 'color', value: `#${String(b).repeat(6)}` }],
      }),
    () => client.patch(`/users/${server.as('spare').account.user_id}`, { role: [200, 400, 600][b % 3] }),
    () => client.patch(`/users/${other.user_id}`, { full_name: `Renamed ${a} ${b}` }),
    () =>
      client.patch('/settings/notifications', { enable_sounds: b % 2 === 0, desktop_icon_count_display: (b % 3) + 1 }),
    () =>
      client.patch('/settings/display', {
        color_scheme: (b % 3) + 1,
        dense_mode: a % 2 > 0,
        timezone: b % 2 > 0 ? 'Europe/Oslo' : 'UTC',
      }),
    () => client.post('/realm/profile_fields', { name: `field ${a}`, hint: '', field_type: (b % 2) + 1 }),
    () => client.delete(`/realm/profile_fields/${(a % 5) + 1}`),
    () => client.patch('/users/me/profile_data', { data: [{ id: (a % 5) + 1, value: `value *${b}*` }] }),
    () => client.delete('/users/me/profile_data', { data: [(a % 5) + 1] }),
    () => client.post('/bots', { full_name: `Bot ${a}${b}`, short_name: `b${a}${b}`, bot_type: (b % 2) + 1 }),
    () => client.patch(`/bots/${a + 12}`, { full_name: `Bot again ${a}${b}` }),
    () => client.post('/bots', { full_name: `Def ${a}${b}`, short_name: `d${a}${b}`, default_sending_stream: channel }),
    () =>
      client.patch(`/bots/${b + 12}`, { default_events_register_stream: channel, default_all_public_streams: b > 1 }),
    () => client.delete(`/bots/${a + 12}`),
    () => client.patch(`/bots/${a + 12}`, { bot_owner_id: other.user_id }),
    () =>
      server.as('owner').patch(`/bots/${server.as('webhook_bot').account.user_id}`, { bot_owner_id: other.user_id }),
    () =>
      leavesAndReturns(server.as('owner'), other.user_id, () =>
        perform(server, { by: 'owner', what: Math.floor(what / acts.length), a, b }),
      ),
    () => client.delete(`/users/${a + 12}`),
    () => client.post(`/users/${a + 12}/reactivate`),
    () => client.post('/user_groups/create', { name: `group ${b}`, description: 'd', members: [other.user_id] }),
    () =>
      client.post(`/user_groups/${b + 1}/members`, a % 2 > 0 ? { add: [other.user_id] } : { delete: [other.user_id] }),
    () => client.patch(`/user_groups/${b + 1}`, { name: `group ${a}`, description: `d${b}` }),
    () => client.delete(`/user_groups/${b + 1}`),
    () =>
      client.post('/realm/filters', { pattern: `T${a}-(?P<n>[0-9]+)`, url_format_string: 'https://t.example/%(n)s' }),
    () => client.delete(`/realm/filters/${b + 1}`),
    () => client.post('/users/me/presence', { status: b % 2 === 0 ? 'active' : 'idle', client: `client ${a % 3}` }),
    () =>
      client.post('/users/me/status', {
        away: b % 2 === 0,
        ...(a % 2 > 0 && { status_text: a % 3 > 0 ? `busy ${a}` : '' }),
      }),
    () => client.post('/typing', { op: b % 2 === 0 ? 'start' : 'stop', to: [other.user_id] }),
    () => client.post('/realm/domains', { domain: `d${b}.example`, allow_subdomains: a % 2 > 0 }),
    () => client.patch(`/realm/domains/d${b}.example`, { allow_subdomains: a % 2 > 0 }),
    () => client.delete(`/realm/domains/d${b}.example`),
    () => client.patch(`/realm/profile_fields/${b + 1}`, { name: `label ${a}` }),
    () => client.patch('/realm/profile_fields', { order: [b + 1, 1] }),
    () => client.put('/bot_storage', { storage: { [`k${a}`]: `${b}` } }),
    () => client.delete('/bot_storage'),
    () => sendLater(client),
    () => joins(client, server),
    () => client.post('/invites', { invitee_emails: `invited${a}@x.example`, stream_ids: [streamId] }),
    () => client.delete(`/invites/${a}`),
    () => client.patch('/realm', { mandatory_topics: b % 2 > 0, waiting_period_threshold: b, name: `Name ${a}` }),
    () => client.patch('/realm', { email_address_visibility: [1, 3, 4][b % 3] }),
    () => client.patch('/realm', { invite_to_stream_policy: (b % 3) + 1, message_content_edit_limit_seconds: a }),
  ];
  await acts[what % acts.length]?.();
}
