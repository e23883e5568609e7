import { expect } from 'chai';
import type { RegisterRequest } from '../../src/queries/register-context.ts';
import { registerState } from '../../src/queries/register-state.ts';
import { notificationDefaults } from '../../src/vocabulary/settings.ts';
import { avatarUrl } from '../../src/wire/avatar.ts';
import { keys } from '../support/feed.ts';
import { type Given, realmId, testNow } from '../support/given.ts';
import { organization, profileField, readAfter, user } from '../support/organization.ts';
import { archived, between, inTopic, joins, leaves, mutes, opened, sends } from '../support/past-events.ts';
import { answered, channelRenamed, madeDefault, privacyChanged, sets, wants } from '../support/writes.ts';

const past: Given[] = [
  ...organization(),
  opened(1, 'one', [1, 3, 4]),
  opened(2, 'two', [3, 1], { inviteOnly: true }),
  opened(3, 'three', [1]),
  madeDefault(3),
  profileField(1, 'Phone'),
  answered(3, 1, '1'),
];

type Row = Readonly<Record<string, unknown>>;
type Lists =
  | 'realm_users'
  | 'realm_non_active_users'
  | 'cross_realm_bots'
  | 'realm_bots'
  | 'subscriptions'
  | 'unsubscribed'
  | 'streams'
  | 'realm_default_streams';
/** Each requested type adds its lists. */
type State = Row & Readonly<Record<Lists, readonly Row[]>>;

async function stateOf(
  id: number,
  types: readonly string[] | null,
  options: Partial<RegisterRequest> = {},
  more: readonly Given[] = [],
): Promise<State> {
  const state = await registerState(await readAfter(past, more), {
    realmId,
    userId: user(id),
    types: types && new Set(types),
    clientGravatar: false,
    includeSubscribers: false,
    nullNotifications: false,
    slimPresence: false,
    now: testNow,
    uri: 'https://chat.example',
    development: false,
    uploads: { fileMibMax: 25, quotaMib: 1 },
    keys: keys,
    traffic: async () => null,
    integrations: ['helloworld'],
    starsLookedUp: () => undefined,
    ...options,
  });
  return state as State;
}

describe('the initial state of a registration', () => {
  it('is empty if no type, or no known type, is requested', async () => {
    expect(await stateOf(3, [])).to.deep.equal({});
    expect(await stateOf(3, ['zulip_version', 'user_settings', '__proto__'])).to.deep.equal({});
  });

  it('always contains the required fields', async () => {
    const state = await stateOf(3, null, { includeSubscribers: true });
    expect(state).to.include.all.keys(
      'max_message_id user_id email full_name realm_name presences realm_users realm_non_active_users cross_realm_bots'
        .split(' ')
        .concat('subscriptions streams muted_topics realm_user_groups unread_msgs realm_emoji realm_filters'.split(' '))
        .concat('realm_message_retention_days twenty_four_hour_time pm_content_in_desktop_notifications'.split(' '))
        .concat('alert_words user_status is_admin can_create_streams starred_messages'.split(' '))
        .concat('enable_online_push_notifications enable_offline_push_notifications'.split(' '))
        .concat('enable_stream_push_notifications'.split(' ')),
    );
    expect(state.unread_msgs).to.include.all.keys('pms', 'streams', 'huddles', 'mentions', 'count');
    expect(state.subscriptions[0]).to.include.all.keys(
      'stream_id name color invite_only description pin_to_top in_home_view is_muted subscribers'
        .split(' ')
        .concat('desktop_notifications message_retention_days'.split(' ')),
    );
  });

  it('contains for each type its keys and no others', async () => {
    const keys = async (...types: string[]) => Object.keys(await stateOf(3, types));
    expect(await keys('message')).to.deep.equal(['max_message_id']);
    expect(await keys('muted_topics')).to.deep.equal(['muted_topics']);
    expect(await keys('subscription')).to.have.members(['subscriptions', 'unsubscribed', 'never_subscribed']);
    expect(await keys('stream')).to.have.members([
      'streams',
      'stream_name_max_length',
      'stream_description_max_length',
    ]);
    expect(await keys('default_streams')).to.deep.equal(['realm_default_streams']);
    expect(await keys('update_message_flags')).to.deep.equal([]);
    expect(await keys('update_message_flags', 'message')).to.have.members(['max_message_id', 'unread_msgs']);
  });
});

describe('realm_user of a registration', () => {
  it('separates active users, deactivated users and system bots', async () => {
    const state = await stateOf(3, ['realm_user']);
    const ids = (rows: readonly Row[]) => rows.map(({ user_id }) => user_id);
    expect(ids(state.realm_users)).to.deep.equal([1, 2, 3, 4, 6, 7]);
    expect(ids(state.realm_non_active_users)).to.deep.equal([5]);
    expect(ids(state.cross_realm_bots)).to.deep.equal([8]);
    expect(state.realm_users[2]).not.to.have.property('is_active');
    expect(state.realm_users[2]?.profile_data).to.deep.equal({ 1: { value: '1' } });
    expect(state.cross_realm_bots[0]).to.include({ is_cross_realm_bot: true, bot_owner_id: null, is_active: true });
  });

  it("has the caller's own fields", async () => {
    const avatar = avatarUrl({ email: 'user3@test.example', avatarVersion: 1 });
    const {
      realm_users: _,
      realm_non_active_users: _others,
      cross_realm_bots: _bots,
      ...own
    } = await stateOf(3, ['realm_user'], { clientGravatar: true });
    expect(own).to.deep.equal({
      user_id: 3,
      email: 'user3@test.example',
      delivery_email: 'user3@test.example',
      full_name: 'User 3',
      avatar_source: 'G',
      avatar_url: avatar,
      avatar_url_medium: avatar.replace('d=identicon', 'd=identicon&s=500'),
      is_admin: false,
      is_owner: false,
      is_guest: false,
      can_create_streams: true,
      can_subscribe_other_users: true,
      enter_sends: false,
    });
    expect(await stateOf(4, ['realm_user'])).to.include({ is_guest: true, can_create_streams: false });
    expect(await stateOf(1, ['realm_user'])).to.include({ is_owner: true, is_admin: true });
  });

  it('omits avatars of others for clients that compute them', async () => {
    const state = await stateOf(3, ['realm_user', 'realm_bot'], { clientGravatar: true });
    const shown = [...state.realm_users, ...state.cross_realm_bots, ...state.realm_bots];
    expect(new Set(shown.map(({ avatar_url }) => avatar_url))).to.deep.equal(new Set([null]));
  });
});

describe('subscription and stream of a registration', () => {
  it('contain inherited notification settings as values for clients that do not know null', async () => {
    const more = [
      sets(3, { enable_stream_push_notifications: true }),
      wants(3, 1, { desktop_notifications: true, email_notifications: false }),
    ];
    const [spelled] = (await stateOf(3, ['subscription'], {}, more)).subscriptions;
    expect(spelled).to.deep.include({
      desktop_notifications: true,
      email_notifications: false,
      push_notifications: true,
      audible_notifications: false,
      wildcard_mentions_notify: null,
    });
    const [plain] = (await stateOf(3, ['subscription'], { nullNotifications: true }, more)).subscriptions;
    expect(plain).to.deep.include({
      desktop_notifications: true,
      push_notifications: null,
      audible_notifications: null,
    });
    const left = await stateOf(3, ['subscription'], {}, [...more, leaves(1, 3)]);
    expect(left.unsubscribed[0]).to.include({ stream_id: 1, push_notifications: true });
  });

  it('contain subscribers on request', async () => {
    const of = async (includeSubscribers: boolean) =>
      (await stateOf(3, ['subscription'], { includeSubscribers })).subscriptions.map(({ subscribers }) => subscribers);
    expect(await of(true)).to.deep.equal([
      [1, 3, 4],
      [1, 3],
    ]);
    expect(await of(false)).to.deep.equal([undefined, undefined]);
  });

  it('contain the streams that the user may see: private ones for subscribers and human administrators', async () => {
    const names = async (id: number) => (await stateOf(id, ['stream'])).streams.map(({ name }) => name);
    expect(await Promise.all([3, 2, 4, 6].map(names))).to.deep.equal([
      ['one', 'three', 'two'],
      ['one', 'three', 'two'],
      ['one'],
      ['one', 'three'],
    ]);
  });

  it('contain default streams, but none for guests', async () => {
    const defaults = async (id: number) => (await stateOf(id, ['default_streams'])).realm_default_streams;
    expect((await defaults(3)).map(({ name }) => name)).to.deep.equal(['three']);
    expect(await defaults(4)).to.deep.equal([]);
    const groups = async (id: number) => (await stateOf(id, ['default_stream_groups'])).realm_default_stream_groups;
    expect(await groups(3)).to.deep.equal([]);
  });
});

describe('messages and mutes of a registration', () => {
  it('contain the newest message received, and private conversations by their newest message', async () => {
    const more = [
      sends(1, 3, between(3)),
      sends(2, 1, between(1, 3)),
      sends(3, 3, between(3, 2, 4)),
      sends(4, 3, between(1, 3)),
      sends(5, 1, between(1, 2)),
      sends(6, 1, inTopic(3, 't')),
    ];
    const state = await stateOf(3, ['message', 'recent_private_conversations'], {}, more);
    expect(state).to.deep.equal({
      max_message_id: 4,
      recent_private_conversations: [
        { user_ids: [1], max_message_id: 4 },
        { user_ids: [2, 4], max_message_id: 3 },
        { user_ids: [], max_message_id: 1 },
      ],
    });
    const webhook = await stateOf(7, ['message', 'recent_private_conversations'], {}, [sends(1, 1, between(1, 7))]);
    expect(webhook).to.deep.equal({ max_message_id: -1, recent_private_conversations: [] });
  });

  it('contain muted topics with the present stream name, and none of archived streams', async () => {
    const more = [
      mutes(3, 1, 'Lunch', 5_999),
      mutes(3, 3, 'x'),
      channelRenamed(1, 'eins', 'one'),
      archived(3, 'three'),
    ];
    expect(await stateOf(3, ['muted_topics'], {}, more)).to.deep.equal({ muted_topics: [['eins', 'Lunch', 5]] });
  });

  it('contain muted topics of streams that the user may know of', async () => {
    const more = [
      ...[2, 3, 4].map((id) => mutes(id, 3, 'x')),
      privacyChanged(3, true),
      channelRenamed(3, 'three', 'secret'),
    ];
    const named = async (id: number, after: readonly Given[] = []) =>
      (await stateOf(id, ['muted_topics'], {}, [...more, ...after])).muted_topics;
    expect(await named(2)).to.have.length(1);
    expect(await named(3)).to.deep.equal([]);
    expect(await named(4)).to.deep.equal([]);
    expect(await named(3, [joins(3, 3), leaves(3, 3)])).to.have.length(1);
  });
});

describe('settings of a registration', () => {
  it('contain notification settings, set or default, and the available sounds', async () => {
    const state = await stateOf(3, ['update_global_notifications'], {}, [sets(3, { enable_sounds: false })]);
    expect(state).to.deep.equal({
      ...notificationDefaults,
      enable_sounds: false,
      available_notification_sounds: ['zulip', 'ding'],
    });
  });

  it('contain profile fields and their types', async () => {
    const state = await stateOf(3, ['custom_profile_fields']);
    expect(state.custom_profile_fields).to.have.length(1);
    expect(state).to.have.deep.nested.property('custom_profile_field_types.EXTERNAL_ACCOUNT', {
      id: 7,
      name: 'External account',
    });
  });

  it('contain the settings of the organization', async () => {
    expect(await stateOf(3, ['realm'])).to.deep.include({
      realm_name: 'Test',
      realm_uri: 'https://chat.example',
      realm_bot_domain: 'test.example',
      realm_notifications_stream_id: -1,
      realm_allow_edit_history: true,
      realm_allow_message_deleting: false,
      realm_message_content_edit_limit_seconds: 600,
      realm_community_topic_editing_limit_seconds: 86_400,
      realm_message_retention_days: -1,
      development_environment: false,
    });
    const development = await stateOf(3, ['realm'], { development: true });
    expect(development).to.have.deep.nested.property('realm_authentication_methods.Dev', true);
  });
});
