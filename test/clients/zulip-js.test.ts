/** `zulip-js`, the npm client, unmodified: all of its calls that this service answers. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { postFiles } from '../support/files-over-http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Call = (parameters?: unknown) => Promise<Loose>;
type ZulipJs = {
  readonly messages: Readonly<
    Record<'send' | 'retrieve' | 'render' | 'update' | 'getById' | 'getHistoryById' | 'deleteById', Call>
  > & { readonly flags: Readonly<Record<'add' | 'remove', Call>> };
  readonly reactions: Readonly<Record<'add' | 'remove', Call>>;
  readonly filters: { readonly retrieve: Call };
  readonly emojis: { readonly retrieve: Call };
  readonly typing: { readonly send: Call };
  readonly queues: Readonly<Record<'register' | 'deregister', Call>>;
  readonly events: { readonly retrieve: Call };
  readonly streams: Readonly<Record<'retrieve' | 'getStreamId', Call>> &
    Readonly<Record<'subscriptions' | 'topics', { readonly retrieve: Call }>>;
  readonly users: {
    readonly retrieve: Call;
    readonly create: Call;
    readonly me: { readonly getProfile: Call; readonly subscriptions: Readonly<Record<'add' | 'remove', Call>> };
  };
  readonly server: { readonly settings: Call };
};
type Config =
  | { readonly realm: string; readonly username: string; readonly apiKey: string }
  | { readonly realm: string; readonly username: string; readonly password: string }
  | { readonly zuliprc: string };

const ofNode = globalThis.FormData;
/** It replaces Node's own form data for the whole process. Other tests of the process get Node's back. */
const zulip = createRequire(import.meta.url)('zulip-js') as (config: Config) => Promise<ZulipJs>;
const ofZulip = globalThis.FormData;
globalThis.FormData = ofNode;

describe('zulip-js', () => {
  let server: TestServer;
  let client: ZulipJs;
  let admin: ZulipJs;
  const as = (name: 'member' | 'admin' | 'owner') => {
    const { email, api_key } = server.as(name).account;
    return { realm: server.base, username: email, apiKey: api_key };
  };
  before(async () => {
    globalThis.FormData = ofZulip;
    server = await startServer();
    client = await zulip(as('member'));
    admin = await zulip(as('admin'));
  });
  after(async () => {
    globalThis.FormData = ofNode;
    await server.stop();
  });

  const succeeded = (body: Loose): Loose => {
    expect(body, JSON.stringify(body)).to.include({ result: 'success', msg: '' });
    return body;
  };
  const say = async (content: string, more: object = {}): Promise<number> =>
    Number(succeeded(await client.messages.send({ type: 'stream', to: 'general', topic: 'js', content, ...more })).id);

  it('reads a zuliprc', async () => {
    const { email, api_key } = server.as('member').account;
    const zuliprc = join(temporaryFolder(), 'zuliprc');
    writeFileSync(zuliprc, `[api]\nemail=${email}\nkey=${api_key}\nsite=${server.base}\n`);
    expect((await (await zulip({ zuliprc })).users.me.getProfile()).email).to.equal(email);
  });

  it('signs in by a password', async () => {
    const [username, password] = ['js@dev.example', 'a password of several words'];
    const owner = await zulip(as('owner'));
    succeeded(await owner.users.create({ email: username, password, full_name: 'Jay Script', short_name: 'js' }));
    const signedIn = await zulip({ realm: server.base, username, password });
    expect(succeeded(await signedIn.users.me.getProfile())).to.include({ email: username, full_name: 'Jay Script' });
  });

  it('answers errors of the service, not exceptions', async () => {
    const other = await zulip({ ...as('member'), apiKey: 'x'.repeat(32) });
    expect(await other.users.me.getProfile()).to.deep.equal({ result: 'error', msg: 'Invalid API key' });
  });

  it('asks for the settings of the server and the own profile', async () => {
    expect(succeeded(await client.server.settings())).to.include({ zulip_version: '3.1', zulip_feature_level: 27 });
    expect(succeeded(await client.users.me.getProfile())).to.include({ email: server.as('member').account.email });
  });

  it('lists users, streams and subscriptions', async () => {
    const ids = list(succeeded(await client.users.retrieve({ client_gravatar: true })).members).map(
      (one) => one.user_id,
    );
    expect(ids).to.include(server.as('member').account.user_id);
    expect(list(succeeded(await client.streams.retrieve()).streams).map((one) => one.name)).to.include('general');
    const subscriptions = succeeded(await client.streams.subscriptions.retrieve()).subscriptions;
    expect(list(subscriptions).map((one) => one.name)).to.include('general');
  });

  it('subscribes and unsubscribes', async () => {
    const { email } = server.as('member').account;
    const added = await client.users.me.subscriptions.add({
      subscriptions: JSON.stringify([{ name: 'from js', description: 'Made by a client' }]),
    });
    expect(succeeded(added).subscribed).to.deep.equal({ [email]: ['from js'] });
    const removed = await client.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['from js']) });
    expect(succeeded(removed).removed).to.deep.equal(['from js']);
  });

  it('sends to streams and to users, and retrieves the messages', async () => {
    const id = await say('to a stream: **ü** & =');
    const to = [server.as('admin').account.user_id];
    const sent = succeeded(await client.messages.send({ type: 'private', to, content: 'to a user' }));
    const narrow = [{ operator: 'topic', operand: 'js' }];
    const asked = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
    const found = list(succeeded(await client.messages.retrieve(asked)).messages).at(-1);
    expect(found).to.include({ id, content: 'to a stream: **ü** & =', display_recipient: 'general', subject: 'js' });
    const mine = { ...asked, narrow: [{ operator: 'is', operand: 'private' }] };
    expect(list((await admin.messages.retrieve(mine)).messages).at(-1)).to.include({
      id: sent.id,
      content: 'to a user',
    });
  });

  it('renders', async () => {
    expect(succeeded(await client.messages.render('*hello*')).rendered).to.equal('<p><em>hello</em></p>');
  });

  it('changes a message, reads it and its history, and deletes it', async () => {
    const message_id = await say('before');
    succeeded(await client.messages.update({ message_id, content: 'after' }));
    expect(succeeded(await client.messages.getById({ message_id })).raw_content).to.equal('after');
    const history = list(succeeded(await client.messages.getHistoryById({ message_id })).message_history);
    expect(history.map((version) => version.content)).to.deep.equal(['before', 'after']);
    succeeded(await admin.messages.deleteById({ message_id }));
    expect(await client.messages.getById({ message_id })).to.include({ result: 'error', msg: 'Invalid message(s)' });
  });

  it('stars a message and removes the star', async () => {
    const message_id = await say('a star');
    const flags = async () => {
      const asked = { anchor: message_id, num_before: 0, num_after: 0 };
      return list(succeeded(await client.messages.retrieve(asked)).messages)[0]?.flags;
    };
    expect(
      succeeded(await client.messages.flags.add({ messages: [message_id], flag: 'starred' })).messages,
    ).to.deep.equal([message_id]);
    expect(await flags()).to.include('starred');
    succeeded(await client.messages.flags.remove({ messages: [message_id], flag: 'starred' }));
    expect(await flags()).to.not.include('starred');
  });

  it('reacts to a message and removes the reaction', async () => {
    const message_id = await say('a reaction');
    const emoji = { message_id, emoji_name: 'tada' };
    succeeded(await client.reactions.add(emoji));
    expect(await client.reactions.add(emoji)).to.include({ result: 'error' });
    const asked = { anchor: message_id, num_before: 0, num_after: 0 };
    const [message] = list(succeeded(await client.messages.retrieve(asked)).messages);
    expect(list(message?.reactions).map((one) => one.emoji_name)).to.deep.equal(['tada']);
    succeeded(await client.reactions.remove(emoji));
  });

  it('finds the id of a stream and its topics', async () => {
    const { stream_id } = succeeded(await client.streams.getStreamId('general'));
    await say('in a topic');
    const topics = list(succeeded(await client.streams.topics.retrieve({ stream_id })).topics);
    expect(topics.map((topic) => topic.name)).to.include('js');
  });

  it('reports that somebody is typing', async () => {
    const queue = succeeded(await admin.queues.register({ event_types: ['typing'] }));
    const to = [server.as('admin').account.user_id];
    succeeded(await client.typing.send({ op: 'start', to }));
    const poll = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true };
    const [event] = list(succeeded(await admin.events.retrieve(poll)).events);
    expect(event).to.deep.include({ type: 'typing', op: 'start' });
    expect(event?.sender?.user_id).to.equal(server.as('member').account.user_id);
  });

  it('lists custom emoji, reacts with one, and shows uploaded avatars', async () => {
    const { account } = server.as('member');
    globalThis.FormData = ofNode;
    for (const path of ['/realm/emoji/party', '/users/me/avatar'])
      succeeded((await postFiles(server.base, server.as('member'), path, { bytes: 'GIF89a' })).body);
    globalThis.FormData = ofZulip;
    const { emoji } = succeeded(await client.emojis.retrieve());
    expect(emoji?.['1']).to.include({ name: 'party', deactivated: false });
    const { id: message_id } = succeeded(
      await client.messages.send({ type: 'stream', to: 'general', topic: 't', content: ':party:' }),
    );
    succeeded(await client.reactions.add({ message_id, emoji_name: 'party' }));
    const listing = { anchor: message_id, num_before: 0, num_after: 0, client_gravatar: true };
    const [message] = list(succeeded(await client.messages.retrieve(listing)).messages);
    expect(message?.content).to.include('/user_avatars/');
    expect(message?.reactions?.[0]).to.include({ emoji_code: '1', reaction_type: 'realm_emoji' });
    expect(message?.avatar_url).to.include(`/${account.user_id}_`);
  });

  it('schedules a message, which arrives in its event queue', async () => {
    const { queue_id, last_event_id } = succeeded(await client.queues.register({ event_types: ['message'] }));
    const deliver_at = new Date(Date.now() + 200).toISOString();
    const later = {
      type: 'stream',
      to: 'general',
      topic: 't',
      content: 'later',
      delivery_type: 'send_later',
      deliver_at,
    };
    expect(succeeded(await client.messages.send(later))).to.have.property('deliver_at');
    const { events } = succeeded(await client.events.retrieve({ queue_id, last_event_id }));
    expect(list(events).map(({ message }) => message?.content)).to.deep.equal(['later']);
  });

  it('lists linkifiers', async () => {
    expect(succeeded(await client.filters.retrieve()).filters).to.deep.equal([]);
  });

  it('registers a queue, retrieves its events and ends it', async () => {
    const queue = succeeded(await client.queues.register({ event_types: ['message'] }));
    const id = await say('for the queue');
    const poll = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true };
    const events = list(succeeded(await client.events.retrieve(poll)).events);
    expect(events.map((event) => event.message?.id)).to.deep.equal([id]);
    succeeded(await client.queues.deregister({ queue_id: queue.queue_id }));
    expect(await client.events.retrieve(poll)).to.include({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' });
  });
});
