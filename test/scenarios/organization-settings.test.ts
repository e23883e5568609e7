/** PATCH /realm: its answers, the client events and registrations, and what the settings allow. */
import { expect } from 'chai';
import type { Client, Loose } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { listedFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const stream = (more: object = {}) => ({ type: 'stream', to: 'general', topic: 't', content: 'x', ...more });

describe('settings of an organization', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const admin = server.as('admin');
  const member = server.as('member');

  const set = async (change: object): Promise<Loose> => succeeded(await owner.patch('/realm', change as never));
  const say = async (client: Client): Promise<number> =>
    Number(succeeded(await client.post('/messages', stream({ content: `${Math.random()}` }))).id);
  const registered = async (client: Client): Promise<Loose> =>
    succeeded(await client.post('/register', { event_types: ['realm'] }));

  it('methods of authentication are those of the service', async () => {
    const methods = (client: Client, value: object, more = {}) =>
      client.patch('/realm', { authentication_methods: JSON.stringify(value), ...more });
    const { realm_authentication_methods: now } = await registered(owner);
    expect(succeeded(await methods(owner, now as object))).to.deep.equal({ result: 'success', msg: '' });
    succeeded(await methods(owner, { Email: true }));
    for (const other of [
      { Email: true, GitHub: true },
      { Dev: true, Email: false },
      { Email: true, Pigeon: true },
    ])
      badRequest(await methods(owner, other), 'authentication_methods are set by the service');
    for (const none of [{}, { Email: false, Dev: false }])
      refused(await methods(owner, none, { digest_weekday: 3 }), {
        msg: 'At least one authentication method must be enabled.',
      });
    for (const [client, msg] of [
      [admin, 'Must be an organization owner'],
      [member, 'Must be an organization administrator'],
    ] as const)
      refused(await methods(client, { Email: true }), { code: 'UNAUTHORIZED_PRINCIPAL', msg });
    expect((await registered(owner)).realm_authentication_methods).to.deep.equal(now);
  });

  it('are answered if they changed, texts as "updated", and sent to everyone', async () => {
    const queue = await registered(member);
    const change = {
      name: '"Rockets"',
      description: 'We *build*',
      mandatory_topics: true,
      digest_weekday: 1,
      default_code_block_language: 'python',
      waiting_period_threshold: 0,
      signup_notifications_stream_id: 1,
      message_content_edit_limit_seconds: 900,
    };
    expect(await set(change)).to.deep.equal({
      result: 'success',
      msg: '',
      name: 'updated',
      description: 'updated',
      mandatory_topics: true,
      default_code_block_language: 'updated',
      signup_notifications_stream_id: 1,
      allow_community_topic_editing: true,
      allow_message_editing: true,
      message_content_edit_limit_seconds: 900,
    });
    expect((await newsOf(member, queue)).map(({ id: _, type: __, ...event }) => event)).to.have.deep.members([
      { op: 'update', property: 'name', value: 'Rockets' },
      { op: 'update', property: 'description', value: 'We *build*' },
      { op: 'update', property: 'mandatory_topics', value: true },
      { op: 'update', property: 'default_code_block_language', value: 'python' },
      { op: 'update', property: 'signup_notifications_stream_id', value: 1 },
      {
        op: 'update_dict',
        property: 'default',
        data: {
          allow_community_topic_editing: true,
          allow_message_editing: true,
          message_content_edit_limit_seconds: 900,
        },
      },
    ]);
    expect(await registered(member)).to.include({
      realm_name: 'Rockets',
      realm_description: 'We *build*',
      realm_mandatory_topics: true,
      realm_default_code_block_language: 'python',
      realm_signup_notifications_stream_id: 1,
      realm_message_content_edit_limit_seconds: 900,
    });
    const info = (await (await fetch(`${server.base}/api/v1/server_settings`)).json()) as Loose;
    expect(info).to.include({ realm_name: 'Rockets', realm_description: '<p>We <em>build</em></p>' });
    expect(await set(change)).to.deep.equal({ result: 'success', msg: '' });
    expect(await set({ default_code_block_language: '', signup_notifications_stream_id: -1 })).to.include({
      default_code_block_language: null,
      signup_notifications_stream_id: -1,
    });
  });

  it('are refused with invalid values, and to users who are not administrators', async () => {
    refused(await member.patch('/realm', { mandatory_topics: true }), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    refused(await admin.patch('/realm', { message_retention_days: 5 }), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization owner',
    });
    badRequest(await owner.patch('/realm', { create_stream_policy: 4 }), 'Invalid create_stream_policy');
    badRequest(await owner.patch('/realm', { video_chat_provider: 1 }), 'Invalid video_chat_provider');
    badRequest(await owner.patch('/realm', { mandatory_topics: '1' }), 'mandatory_topics is not a boolean');
    badRequest(await owner.patch('/realm', { notifications_stream_id: 4711 }), 'Invalid stream id');
    refused(await owner.patch('/realm', { name: 'x'.repeat(41) }), { msg: 'Organization name is too long.' });
    refused(await owner.patch('/realm', { description: 'x'.repeat(1001) }), {
      msg: 'Organization description is too long.',
    });
  });

  it('keep messages for some days, or for ever', async () => {
    expect(await set({ message_retention_days: 30 })).to.include({ message_retention_days: 30 });
    expect(await registered(member)).to.include({ realm_message_retention_days: 30 });
    expect(await set({ message_retention_days: 'forever' })).to.include({ message_retention_days: -1 });
  });

  it('determine the language of code blocks that name none', async () => {
    const rendered = async () =>
      String(succeeded(await member.post('/messages/render', { content: '```\nreturn 1\n```' })).rendered);
    await set({ default_code_block_language: 'python' });
    expect(await rendered()).to.match(/<span class="[^"]+">return</);
    await set({ default_code_block_language: '' });
    expect(await rendered()).to.include('<code>return 1\n</code>');
  });

  it('turn off editing, and with it the history of messages', async () => {
    const id = await say(member);
    succeeded(await member.patch(`/messages/${id}`, { content: 'edited' }));
    await set({ allow_message_editing: false, allow_edit_history: false });
    refused(await member.patch(`/messages/${id}`, { content: 'again' }), {
      msg: 'Your organization has turned off message editing',
    });
    for (const messageId of [id, 4711])
      refused(await member.get(`/messages/${messageId}/history`), {
        msg: 'Message edit history is disabled in this organization',
      });
    const shown = () => listedFor(member, Number(id));
    expect(await shown()).to.have.property('last_edit_timestamp');
    expect(await shown()).to.not.have.property('edit_history');
    await set({ allow_message_editing: true, allow_edit_history: true });
    expect(await shown()).to.have.property('edit_history');
    succeeded(await member.get(`/messages/${id}/history`));
  });

  it('allow authors to delete', async () => {
    const [first, second] = [await say(member), await say(member)];
    badRequest(await member.delete(`/messages/${first}`), "You don't have permission to delete this message");
    await set({ allow_message_deleting: true });
    succeeded(await member.delete(`/messages/${first}`));
    badRequest(
      await server.as('spare').delete(`/messages/${second}`),
      "You don't have permission to delete this message",
    );
    await set({ allow_message_deleting: false });
  });

  it('restrict streams, bots and subscribing others to administrators', async () => {
    const creating = { subscriptions: [{ name: 'brand new' }] };
    const inviting = { subscriptions: [{ name: 'general' }], principals: [admin.account.user_id] };
    const botOf = (name: string) => ({ full_name: name, short_name: name });
    await set({ create_stream_policy: 2, invite_to_stream_policy: 2, bot_creation_policy: 3 });
    const rights = { can_create_streams: false, can_subscribe_other_users: false };
    const own = await member.post('/register', { event_types: ['realm_user'] });
    expect(own.body).to.include(rights);
    badRequest(await member.post('/users/me/subscriptions', creating), 'User cannot create streams.');
    refused(await member.post('/users/me/subscriptions', inviting), {
      msg: "Only administrators can modify other users' subscriptions.",
    });
    refused(await member.post('/bots', botOf('helper')), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    await set({ invite_to_stream_policy: 3, waiting_period_threshold: 3 });
    refused(await member.post('/users/me/subscriptions', inviting), {
      msg: "Your account is too new to modify other users' subscriptions.",
    });
    succeeded(await admin.post('/users/me/subscriptions', { ...creating, principals: [member.account.user_id] }));
    succeeded(await admin.post('/bots', botOf('aide')));
    await set({ create_stream_policy: 1, invite_to_stream_policy: 1, bot_creation_policy: 1 });
  });

  it('disable private messages between people', async () => {
    await set({ private_message_policy: 2 });
    const to = (client: Client) => ({ type: 'private', to: [client.account.user_id], content: 'x' });
    badRequest(await member.post('/messages', to(admin)), 'Private messages are disabled in this organization.');
    succeeded(await member.post('/messages', to(server.as('bot'))));
    succeeded(await server.as('bot').post('/messages', to(member)));
    await set({ private_message_policy: 1 });
  });
});
