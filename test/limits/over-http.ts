/** Limits that a request reaches and passes. */
import { expect } from 'chai';
import { type LimitName, limits } from '../../src/vocabulary/limits.ts';
import type { Answer, Client, Loose } from '../support/client.ts';
import { withLimits } from '../support/lower-limits.ts';
import { startServer } from '../support/server.ts';
import { type Check, parameter, sentBy, toSelf, type World } from './checks.ts';

const x = (size: number): string => 'x'.repeat(size);
/** Each character is two UTF-16 units, and one code point. */
const wide = (size: number): string => '🌕'.repeat(size);
const many = <T>(size: number, item: T): T[] => Array.from({ length: size }, () => item);
const tooLong = /too long/i;

const send = (client: Client, more: object, headers: Record<string, string> = {}) =>
  client.post('/messages', { type: 'private', to: [client.account.user_id], content: 'x', ...more }, headers);
const reactTo = ({ member }: World, size: number) => member.post('/messages/1/reactions', { emoji_name: x(size) });
const enter = ({ owner }: World, entry: object, more: object = {}) =>
  owner.post('/users/me/subscriptions', { subscriptions: [entry], ...more });
const rename = ({ owner, member }: World, full_name: string) =>
  owner.patch(`/users/${member.account.user_id}`, { full_name });
const field = ({ owner }: World, more: object) =>
  owner.post('/realm/profile_fields', { name: 'x', field_type: 1, ...more });
const choices = (size: number, text: string) =>
  Object.fromEntries(Array.from({ length: size }, (_, number) => [`k${number}`, { text, order: String(number) }]));
const queue = ({ member }: World, more: object) => member.post('/register', { fetch_event_types: [], ...more });
const narrowed = ({ member }: World, narrow: unknown) =>
  member.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });

async function webhook({ server }: World, query: Record<string, string>): Promise<Answer> {
  const parameters = new URLSearchParams({ api_key: server.as('webhook_bot').account.api_key, ...query });
  const response = await fetch(`${server.base}/api/v1/external/json?${parameters}`, { method: 'POST', body: '{}' });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
}

const left = async (client: Client): Promise<number> =>
  Number((await client.get('/users/me')).headers.get('X-RateLimit-Remaining'));

/** What `act` costs the client. */
async function costOf(client: Client, act: () => Promise<unknown>): Promise<number> {
  const before = await left(client);
  await act();
  return before - (await left(client)) - 1;
}

/** The status of a request with a header of this many bytes. */
const withHeader = async ({ server }: World, bytes: number): Promise<number> =>
  (await fetch(`${server.base}/api/v1/server_settings`, { headers: { 'X-Long': x(bytes) } })).status;

export const overHttp = {
  contentBytesMax: parameter(({ member }, size) => send(member, { content: x(size) }), tooLong),
  historyVersionsMax: ({ member }) =>
    withLimits({ historyVersionsMax: 5 }, async () => {
      const size = limits.historyVersionsMax;
      const { id } = (await send(member, { content: 'version 1' })).body;
      const edit = (version: number) => member.patch(`/messages/${id}`, { content: `version ${version}` });
      const history = async () => (await member.get(`/messages/${id}/history`)).body;
      for (let version = 2; version <= size; version += 1) expect((await edit(version)).status).to.equal(200);
      expect(await history())
        .to.have.property('message_history')
        .with.length(size);
      expect(await history()).not.to.have.property('next_offset');
      await edit(size + 1);
      expect(await history())
        .to.have.property('message_history')
        .with.length(size);
      expect(await history()).to.have.property('next_offset', size);
    }),
  topicLengthMax: parameter(
    ({ member }, size) => send(member, { type: 'stream', to: 'general', topic: x(size) }),
    tooLong,
  ),
  localIdLengthMax: parameter(({ member }, size) => send(member, { queue_id: '1:1', local_id: x(size) }), tooLong),
  idempotencyKeyLengthMax: parameter(
    ({ member }, size) => send(member, { content: 'x' }, { 'Idempotency-Key': x(size) }),
    tooLong,
  ),
  statusTextLengthMax: parameter(
    ({ member }, size) => member.post('/users/me/status', { status_text: wide(size) }),
    tooLong,
  ),
  emojiNameLengthMax: parameter(reactTo, tooLong),
  recipientsMax: parameter(
    ({ member }, size) => send(member, { to: Array.from({ length: size }, (_, id) => id + 1) }),
    tooLong,
  ),
  realmNameLengthMax: parameter(({ owner }, size) => owner.patch('/realm', { name: wide(size) }), tooLong),
  realmDescriptionLengthMax: parameter(
    ({ owner }, size) => owner.patch('/realm', { description: wide(size) }),
    tooLong,
  ),
  channelNameLengthMax: parameter((world, size) => enter(world, { name: x(size) }), tooLong),
  channelDescriptionLengthMax: parameter(
    (world, size) => enter(world, { name: `described ${size}`, description: x(size) }),
    tooLong,
  ),
  channelsPerRequestMax: parameter(
    ({ member }, size) => member.patch('/users/me/subscriptions', { add: many(size, { name: 'general' }) }),
    tooLong,
  ),
  retentionDaysMax: parameter(
    (world, message_retention_days) => enter(world, { name: 'kept' }, { message_retention_days }),
    /Bad value for 'message_retention_days'/,
  ),
  fullNameLengthMin: parameter((world, size) => rename(world, 'ab'.slice(0, size)), /too short/, -1),
  fullNameLengthMax: parameter((world, size) => rename(world, x(size)), tooLong),
  passwordLengthMax: parameter(({ member }, size) => member.patch('/settings', { new_password: x(size) }), tooLong),
  urlLengthMax: parameter(
    ({ owner }, size) =>
      owner.post('/bots', {
        full_name: `Hook ${size}`,
        short_name: `hook${size}`,
        bot_type: 3,
        payload_url: JSON.stringify(`https://example.com/${x(size - 20)}`),
      }),
    /payload_url/,
  ),
  linkifierUrlLengthMax: parameter(
    ({ owner }, size) => owner.post('/realm/filters', { pattern: 'x', url_format_string: x(size) }),
    tooLong,
  ),
  trailRecordsMax: parameter(({ owner }, limit) => owner.get('/audit/events', { limit }), /limit/),
  stepsMax: parameter(
    ({ owner }, limit) => owner.get('/audit/replay/steps', { limit, from: '1970-01-01', reason: 'x' }),
    /limit/,
  ),
  trailActionsMax: parameter(
    ({ owner }, size) => owner.get('/audit/events', { limit: 1, action: many(size, 'message.sent') }),
    /action/,
  ),
  trailQueryLengthMax: parameter(
    ({ owner }, size) => owner.get('/audit/events', { limit: 1, query: x(size) }),
    /query/,
  ),
  countedStretchesMax: parameter(({ owner }, buckets) => owner.get('/audit/events/counts', { buckets }), /buckets/),
  auditReasonLengthMax: parameter(({ owner }, size) => owner.get('/audit/auditors', { reason: x(size) }), tooLong),
  userGroupNameLengthMax: parameter(
    ({ owner }, size) => owner.post('/user_groups/create', { name: x(size), members: [4711] }),
    tooLong,
  ),
  userGroupDescriptionLengthMax: parameter(
    ({ owner }, size) => owner.post('/user_groups/create', { name: 'x', description: x(size), members: [4711] }),
    tooLong,
  ),
  userGroupMembersMax: parameter(
    ({ owner }, size) =>
      owner.post('/user_groups/create', { name: 'x', members: Array.from({ length: size }, (_, id) => id + 1) }),
    /at most 500 members/,
  ),
  profileFieldNameLengthMax: parameter((world, size) => field(world, { name: wide(size) }), tooLong),
  profileFieldHintLengthMax: parameter((world, size) => field(world, { name: `h${size}`, hint: wide(size) }), tooLong),
  profileChoicesMax: parameter(
    (world, size) => field(world, { name: `c${size}`, field_type: 3, field_data: choices(size, 'x') }),
    /too many choices/,
  ),
  profileChoiceLengthMax: parameter(
    (world, size) => field(world, { name: `l${size}`, field_type: 3, field_data: choices(1, x(size)) }),
    /field_data|text|long/,
  ),
  profileValueLengthMax: parameter(
    ({ owner, longField }, size) =>
      owner.patch('/users/me/profile_data', { data: [{ id: longField, value: x(size) }] }),
    tooLong,
  ),
  profileValueHtmlBytesMax: async ({ owner, longField }, value) => {
    const table = (rows: number) => `a|b\n-|-\n${'x\n'.repeat(rows)}`;
    const htmlOf = async (content: string): Promise<string> => {
      await owner.patch('/users/me/profile_data', { data: [{ id: longField, value: content }] });
      const { user } = (await owner.get(`/users/${owner.account.user_id}`, { include_custom_profile_fields: true }))
        .body;
      return (
        (user as unknown as { profile_data: Record<string, { rendered_value: string }> }).profile_data[longField]
          ?.rendered_value ?? ''
      );
    };
    const [one, two] = [await htmlOf(table(1)), await htmlOf(table(2))];
    const rows = Math.floor((value - one.length) / (two.length - one.length)) + 1;
    const reached = await htmlOf(table(rows));
    expect([reached.startsWith('<table>'), reached.length <= value]).to.deep.equal([true, true]);
    expect(await htmlOf(table(rows + 1))).to.match(/^<p>a\|b<br>/);
  },
  eventBytesMax: async (_world, value) => {
    const server = await startServer({ VERBATIM_BODY_BYTES_MAX: '10000000' });
    // Each of these characters is six bytes of JSON.
    const storing = (bytes: number) =>
      server.as('bot').put('/bot_storage', { storage: { a: '\u0001'.repeat(Math.floor(bytes / 6)) } });
    expect((await storing(value - 2_000)).status).to.equal(200);
    const passed = await storing(value);
    expect([passed.status, passed.body.msg]).to.deep.equal([400, 'The request is larger than one event can record']);
    await server.stop();
  },
  eventTypesMax: parameter((world, size) => queue(world, { event_types: many(size, 'message') }), tooLong),
  eventTypeLengthMax: parameter((world, size) => queue(world, { event_types: [x(size)] }), tooLong),
  queueNarrowTermsMax: parameter((world, size) => queue(world, { narrow: many(size, ['stream', 'general']) }), tooLong),
  queueNarrowOperandLengthMax: parameter((world, size) => queue(world, { narrow: [['topic', x(size)]] }), tooLong),
  narrowTermsMax: parameter((world, size) => narrowed(world, many(size, ['is', 'private'])), /narrow/i),
  narrowOperandLengthMax: parameter((world, size) => narrowed(world, [['search', x(size)]]), /narrow|long/i),
  searchedWordsMax: parameter((world, size) => {
    const words = Array.from({ length: size }, (_, at) => `w${at}`);
    return narrowed(
      world,
      [words.slice(0, 1000), words.slice(1000)].map((some) => ['search', some.join(' ')]),
    );
  }, /too many words/),
  searchedPhrasesMax: parameter((world, size) => {
    const phrases = Array.from({ length: size }, (_, at) => `"${at}"`);
    return narrowed(
      world,
      [phrases.slice(0, 20), phrases.slice(20)].map((some) => ['search', some.join('')]),
    );
  }, /too many phrases/),
  listingMax: parameter(
    ({ member }, size) => member.get('/messages', { anchor: 'newest', num_before: size, num_after: 0 }),
    /Too many messages requested/,
  ),
  webhookPathLengthMax: parameter((world, size) => webhook(world, { topic_from: x(size) }), tooLong),
  webhookFieldsMax: parameter((world, size) => webhook(world, { fields: many(size, 'a').join(',') }), tooLong),
  headerBytesMax: async (world, value) => {
    // The other headers of the request count too.
    expect(await withHeader(world, value - 1024)).to.equal(200);
    expect(await withHeader(world, value + 1)).to.equal(431);
  },
  inviteesPerRequestMax: parameter(
    ({ owner }, size) =>
      owner.post('/invites', {
        invitee_emails: Array.from({ length: size }, (_, id) => `i${id}@x`).join(),
        stream_ids: [],
      }),
    tooLong,
  ),
  alertWordLengthMax: parameter(
    ({ member }, size) => member.post('/users/me/alert_words', { alert_words: [wide(size)] }),
    tooLong,
  ),
  alertWordsPerRequestMax: parameter(
    ({ member }, size) => member.post('/users/me/alert_words', { alert_words: many(size, 'x') }),
    tooLong,
  ),
  flaggedPerRequest: ({ server, member }) =>
    withLimits({ flaggedPerRequest: 10 }, async () => {
      const ids = await sentBy(server, member, limits.flaggedPerRequest, toSelf(member));
      const flagging = (messages: readonly number[], op: string) =>
        costOf(member, () => member.post('/messages/flags', { messages, op, flag: 'read' }));
      expect(await flagging(ids, 'add')).to.equal(2);
      expect(await flagging(ids.slice(1), 'remove')).to.equal(1);
    }),
  unreadPerRequest: ({ server, member }) =>
    withLimits({ unreadPerRequest: 10 }, async () => {
      await member.post('/mark_all_as_read');
      const say = (count: number) => sentBy(server, member, count, toSelf(member));
      const registering = () =>
        costOf(member, () => member.post('/register', { event_types: ['message', 'update_message_flags'] }));
      await say(limits.unreadPerRequest - 1);
      expect(await registering()).to.equal(1);
      await say(1);
      expect(await registering()).to.equal(2);
    }),
  subscribedPerRequest: ({ server }) =>
    withLimits({ subscribedPerRequest: 40, channelsChangedPerRequest: 2 }, async () => {
      const admin = server.as('admin');
      const principals = (['admin', 'owner', 'member', 'spare'] as const).map(
        (name) => server.as(name).account.user_id,
      );
      const streams = Array.from(
        { length: limits.subscribedPerRequest / principals.length },
        (_, at) => `stream ${at}`,
      );
      const path = '/users/me/subscriptions';
      const adding = () => admin.post(path, { subscriptions: streams.map((name) => ({ name })), principals });
      const ofStreams = streams.length / limits.channelsChangedPerRequest;
      expect(await costOf(admin, adding)).to.equal(2 + ofStreams);
      const some = { subscriptions: streams.slice(1), principals };
      expect(await costOf(admin, () => admin.delete(path, some))).to.equal(1 + ofStreams - 1);
    }),
  movedPerRequest: ({ server, member }) =>
    withLimits({ movedPerRequest: 10 }, async () => {
      const moving = async (count: number): Promise<number> => {
        const topic = `moved ${count}`;
        const [first] = await sentBy(server, member, count, { kind: 'channel', channel: 'general', topic });
        const change = { topic: 'there', propagate_mode: 'change_all' };
        return costOf(member, () => member.patch(`/messages/${first}`, change));
      };
      expect(await moving(limits.movedPerRequest - 1)).to.equal(1);
      expect(await moving(limits.movedPerRequest)).to.equal(2);
    }),
} satisfies Partial<Record<LimitName, Check>>;
