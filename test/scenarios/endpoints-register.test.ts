/** POST /register: the initial state of a client, for each type of data (docs/api.md, Event queues). */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

const always = [
  'result',
  'msg',
  'queue_id',
  'last_event_id',
  'zulip_version',
  'zulip_feature_level',
  'service_version',
  'service_feature_level',
];

const keys: Readonly<Record<string, readonly string[]>> = {
  message: ['max_message_id'],
  muted_topics: ['muted_topics'],
  realm_user: [
    'realm_users',
    'realm_non_active_users',
    'avatar_source',
    'avatar_url',
    'avatar_url_medium',
    'can_create_streams',
    'can_subscribe_other_users',
    'cross_realm_bots',
    'is_admin',
    'is_owner',
    'is_guest',
    'user_id',
    'enter_sends',
    'email',
    'delivery_email',
    'full_name',
  ],
  realm_bot: ['realm_bots'],
  subscription: ['subscriptions', 'unsubscribed', 'never_subscribed'],
  stream: ['streams', 'stream_name_max_length', 'stream_description_max_length'],
  default_streams: ['realm_default_streams'],
  custom_profile_fields: ['custom_profile_fields', 'custom_profile_field_types'],
  update_global_notifications: [
    'enable_stream_desktop_notifications',
    'enable_stream_email_notifications',
    'enable_stream_push_notifications',
    'enable_stream_audible_notifications',
    'notification_sound',
    'enable_desktop_notifications',
    'enable_sounds',
    'enable_offline_email_notifications',
    'enable_offline_push_notifications',
    'enable_online_push_notifications',
    'enable_digest_emails',
    'enable_login_emails',
    'message_content_in_email_notifications',
    'pm_content_in_desktop_notifications',
    'wildcard_mentions_notify',
    'desktop_icon_count_display',
    'realm_name_in_notifications',
    'presence_enabled',
    'available_notification_sounds',
  ],
};

const ofRealm = [
  ...'name description allow_edit_history allow_message_deleting allow_message_editing allow_community_topic_editing'.split(
    ' ',
  ),
  ...'message_content_edit_limit_seconds message_content_delete_limit_seconds message_retention_days'.split(' '),
  ...'community_topic_editing_limit_seconds authentication_methods icon_url icon_source bot_domain uri'.split(' '),
  ...'notifications_stream_id signup_notifications_stream_id plan_type upload_quota waiting_period_threshold'.split(
    ' ',
  ),
  ...'presence_disabled invite_required mandatory_topics private_message_policy create_stream_policy'.split(' '),
].map((name) => `realm_${name}`);

describe('POST /register', () => {
  const server = runningServer();
  const member = server.as('member');
  before(async () => {
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'mine' }] }));
    succeeded(await server.as('spare').post('/users/me/subscriptions', { subscriptions: [{ name: 'theirs' }] }));
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'past' }] }));
    succeeded(await member.delete('/users/me/subscriptions', { subscriptions: ['past'] }));
  });

  const register = async (more = {}, by = member) => succeeded(await by.post('/register', more));
  const names = (value: Loose | undefined) => list(value).map(({ name }) => String(name));

  for (const [type, expected] of Object.entries(keys))
    it(`${type}: exactly ${expected.length} keys`, async () => {
      expect(await register({ event_types: [type] })).to.have.all.keys(...always, ...expected);
    });

  it('realm: every key of an organization', async () => {
    const state = await register({ event_types: ['realm'] });
    expect(state).to.include.all.keys(...ofRealm, 'development_environment', 'zulip_plan_is_not_limited');
    expect(Object.keys(state).filter((key) => Object.values(keys).flat().includes(key))).to.deep.equal([]);
    expect(state).to.deep.include({
      realm_name: 'Verbatim Dev',
      realm_uri: server.base,
      realm_bot_domain: 'dev.example',
      realm_notifications_stream_id: 1,
      realm_allow_edit_history: true,
      realm_allow_message_deleting: false,
      realm_message_content_edit_limit_seconds: 600,
      realm_community_topic_editing_limit_seconds: 86_400,
      realm_waiting_period_threshold: 0,
      realm_message_retention_days: -1,
      development_environment: true,
    });
  });

  it('every answer has the queue, its last event id and the versions', async () => {
    const state = await register({ event_types: [] });
    expect(state).to.have.all.keys(...always);
    expect(state.queue_id).to.match(/^\d+:\d+$/);
    expect(state.last_event_id).to.satisfy(Number.isSafeInteger);
    expect(state).to.include({ zulip_version: '3.1', zulip_feature_level: 27, service_feature_level: 27 });
    expect(state.service_version).to.match(/^\d+\.\d+\.\d+/);
  });

  it('without event_types, or with null: all types', async () => {
    for (const more of [{}, { event_types: 'null' }])
      expect(await register(more)).to.include.all.keys(...always, ...Object.values(keys).flat(), ...ofRealm);
  });

  it('fetch_event_types selects the data, event_types the events', async () => {
    const state = await register({ event_types: ['message'], fetch_event_types: ['muted_topics', 'subscriptions'] });
    expect(state).to.have.all.keys(...always, 'muted_topics', ...(keys.subscription ?? []));
  });

  it('subscriptions: current, former and other streams; with subscribers if requested', async () => {
    const state = await register({ event_types: ['subscription'], include_subscribers: true });
    expect(names(state.subscriptions)).to.deep.equal(['general', 'mine']);
    expect(names(state.unsubscribed)).to.deep.equal(['past']);
    expect(names(state.never_subscribed)).to.deep.equal(['theirs']);
    expect(list(state.never_subscribed)[0]?.subscribers).to.deep.equal([server.as('spare').account.user_id]);
    const without = await register({ event_types: ['subscription'] });
    expect(list(without.subscriptions)[0]).to.not.have.property('subscribers');
  });

  it('without notification_settings_null: null is replaced by the effective value', async () => {
    const settings = { enable_stream_email_notifications: true, enable_stream_push_notifications: false };
    succeeded(await member.patch('/settings/notifications', settings));
    const of = async (more: object) =>
      list((await register({ event_types: ['subscription'], ...more })).subscriptions)[0];
    const fields = { email_notifications: true, push_notifications: false, wildcard_mentions_notify: null };
    expect(await of({})).to.include(fields);
    expect(await of({ client_capabilities: { notification_settings_null: false } })).to.include(fields);
    expect(await of({ client_capabilities: { notification_settings_null: true } })).to.include({
      email_notifications: null,
      push_notifications: null,
      wildcard_mentions_notify: null,
    });
  });

  it("realm_users: all active users; cross_realm_bots: the organization's system bots", async () => {
    const state = await register({ event_types: ['realm_user'] });
    expect(list(state.realm_users)).to.have.length(9);
    for (const row of list(state.realm_users)) expect(row).to.not.have.property('is_active');
    expect(list(state.realm_non_active_users)).to.deep.equal([]);
    expect(list(state.cross_realm_bots).map(({ full_name }) => full_name)).to.include('Notification Bot');
    for (const bot of list(state.cross_realm_bots)) expect(bot).to.include({ is_cross_realm_bot: true });
    const { user_id, email, full_name } = member.account;
    expect(state).to.include({ user_id, email, full_name, delivery_email: email, is_admin: false, is_guest: false });
  });

  it("realm_bots: a user's own bots with keys; all bots for administrators; none for others", async () => {
    const own = list((await register({ event_types: ['realm_bot'] })).realm_bots);
    expect(own.map(({ email }) => email)).to.have.members(
      (['bot', 'webhook_bot', 'outgoing_bot'] as const).map((name) => server.as(name).account.email),
    );
    expect(own.map(({ api_key }) => api_key)).to.include(server.as('bot').account.api_key);
    const outgoing = own.find(({ bot_type }) => Number(bot_type) === 3);
    expect(list(outgoing?.services)[0]).to.have.all.keys('base_url', 'interface', 'token');
    expect(outgoing).to.include({ owner_id: member.account.user_id, is_active: true });
    const ofAdmin = await register({ event_types: ['realm_bot'] }, server.as('admin'));
    expect(list(ofAdmin.realm_bots)).to.have.length(3);
    const ofSpare = await register({ event_types: ['realm_bot'] }, server.as('spare'));
    expect(list(ofSpare.realm_bots)).to.deep.equal([]);
  });

  it('streams: a guest sees only subscribed streams', async () => {
    const state = await register({ event_types: ['stream', 'default_streams', 'subscription'] }, server.as('guest'));
    expect(names(state.streams)).to.deep.equal(['general']);
    expect(state.realm_default_streams).to.deep.equal([]);
    expect(names(state.never_subscribed)).to.deep.equal([]);
  });

  it('max_message_id: the id of the newest received message', async () => {
    const id = Number(
      succeeded(await member.post('/messages', { type: 'private', to: [member.account.user_id], content: 'x' })).id,
    );
    expect((await register({ event_types: ['message'] })).max_message_id).to.equal(id);
    expect((await register({ event_types: ['message'] }, server.as('bot'))).max_message_id).to.be.below(id);
  });

  it('malformed parameters are refused', async () => {
    for (const [more, msg] of [
      [
        { client_capabilities: { notification_settings_null: 1 } },
        'client_capabilities["notification_settings_null"] is not a boolean',
      ],
      [
        { client_capabilities: { notification_settings_null: true, x: 'y' } },
        'client_capabilities["x"] is not a boolean',
      ],
      [{ event_types: [1] }, 'event_types[0] is not a string'],
      [{ queue_lifespan_secs: '"x"' }, 'queue_lifespan_secs is not an integer'],
    ] as const)
      badRequest(await member.post('/register', more), msg);
  });

  it('lists the incoming-webhook integrations', async () => {
    const types = { fetch_event_types: ['realm_incoming_webhook_bots'] };
    const { realm_incoming_webhook_bots: bots } = succeeded(await server.as('member').post('/register', types));
    const one = list(bots).find(({ name }) => String(name) === 'helloworld');
    expect(one).to.deep.equal({ name: 'helloworld', config: {} });
    const { paths } = (await (await fetch(`${server.base}/api/v1/openapi.json`)).json()) as { paths: object };
    const external = Object.keys(paths).flatMap((path) => /external\/(.+)$/.exec(path)?.[1] ?? []);
    expect(list(bots).map(({ name }) => name)).to.have.members(external);
  });
});
