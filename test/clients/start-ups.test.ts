/**
 * What clients that are no packages here send when they start, and the keys without which they stop: the terminal client (0.5 and 0.7) and
 * the mobile client of August 2020. In their encoding: urlencoded forms, lists and flags as JSON text.
 */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const older = ['realm', 'presence', 'subscription', 'message', 'update_message_flags', 'muted_topics', 'realm_user'];
const terminal = [...older, 'realm_user_groups', 'zulip_version'];
const newerTerminal = [
  ...terminal,
  ...['starred_messages', 'update_global_notifications', 'update_display_settings', 'user_settings', 'realm_emoji'],
];
const mobile = [
  ...['alert_words', 'message', 'muted_topics', 'presence', 'realm', 'realm_emoji', 'realm_filters', 'realm_user'],
  ...['realm_user_groups', 'stream', 'subscription', 'update_display_settings', 'update_global_notifications'],
  ...['update_message_flags', 'user_status'],
];
const heard = ['message', 'update_message', 'reaction', 'subscription', 'typing', 'update_message_flags'];
const queueKeys = ['queue_id', 'last_event_id', 'user_id', 'email', 'realm_users', 'cross_realm_bots', 'presences'];
const talkKeys = ['subscriptions', 'muted_topics', 'realm_user_groups', 'unread_msgs'];

describe('the start of a client', () => {
  const server = runningServer();
  const member = server.as('member');
  before(async () => {
    const admin = server.as('admin');
    const to = [member.account.user_id];
    await said(admin, 'general', 'a', 'one');
    succeeded(await admin.post('/messages', { type: 'private', to, content: 'two' }));
    succeeded(await admin.post('/users/me/presence', { status: 'active' }));
  });

  const registered = async (asked: object): Promise<Loose> =>
    succeeded(await member.post('/register', { apply_markdown: true, client_gravatar: true, ...asked }));
  const has = (keys: readonly string[], object: Loose | undefined, about = ''): void => {
    for (const key of keys) expect(object, about).to.have.property(key);
  };

  it('as the terminal client begins: settings, registration and messages at the same time', async () => {
    has(
      ['require_email_format_usernames', 'email_auth_enabled', 'realm_uri', 'zulip_version', 'realm_name'],
      succeeded(await server.with({ email: '', api_key: '' }).get('/server_settings')),
    );
    const asked = { anchor: 0, use_first_unread_anchor: true, num_before: 30, num_after: 10, narrow: '[]' };
    const shown = { apply_markdown: true, client_gravatar: true };
    const [state, found] = await Promise.all([
      registered({ event_types: heard, fetch_event_types: terminal, include_subscribers: true }),
      member.get('/messages', { ...asked, ...shown }),
    ]);
    has([...queueKeys, ...talkKeys, 'max_message_id', 'full_name', 'realm_name', 'zulip_version'], state);
    expect(list(state.realm_users).map(({ user_id }) => Number(user_id))).to.include(Number(state.user_id));
    for (const row of [...list(state.realm_users), ...list(state.cross_realm_bots)])
      has(['user_id', 'email', 'full_name'], row);
    const stream = ['stream_id', 'name', 'color', 'invite_only', 'description', 'pin_to_top', 'in_home_view'];
    const more = ['is_muted', 'subscribers', 'desktop_notifications', 'message_retention_days'];
    for (const row of list(state.subscriptions)) has([...stream, ...more], row);
    const { pms, streams, huddles, mentions } = state.unread_msgs as Loose;
    has(['sender_id', 'unread_message_ids'], list(pms)[0]);
    has(['stream_id', 'topic', 'unread_message_ids'], list(streams)[0]);
    expect([list(huddles), list(mentions)]).to.deep.equal([[], []]);
    const page = succeeded(found);
    has(['messages', 'anchor', 'found_newest'], page);
    const keys = ['id', 'sender_id', 'sender_full_name', 'content', 'subject', 'flags', 'reactions', 'timestamp'];
    for (const message of list(page.messages)) has([...keys, 'is_me_message', 'display_recipient'], message);
  });

  it('as the newer terminal client begins, which names states that came later', async () => {
    const state = await registered({ event_types: heard, fetch_event_types: newerTerminal, include_subscribers: true });
    const settings = ['twenty_four_hour_time', 'pm_content_in_desktop_notifications', 'realm_message_retention_days'];
    has([...queueKeys, ...talkKeys, ...settings, 'starred_messages', 'realm_emoji'], state);
    expect(succeeded(await member.post('/users/me/presence', { status: 'active' }))).to.have.property('presences');
  });

  it('as the mobile client begins, which asks for events of every type', async () => {
    const settings = succeeded(await server.with({ email: '', api_key: '' }).get('/server_settings'));
    has(['authentication_methods', 'external_authentication_methods', 'realm_uri', 'realm_icon'], settings);
    const capabilities = { notification_settings_null: true, bulk_message_deletion: true };
    const asked = { fetch_event_types: mobile, include_subscribers: false, client_capabilities: capabilities };
    const state = await registered(asked);
    has([...queueKeys, ...talkKeys, 'alert_words', 'realm_non_active_users', 'realm_filters', 'streams'], state);
    const own = ['is_admin', 'can_create_streams', 'twenty_four_hour_time', 'user_status', 'realm_emoji'];
    const notifications = ['enable_online_push_notifications', 'enable_offline_push_notifications'];
    has([...own, ...notifications, 'enable_stream_push_notifications'], state);
    const local = {
      queue_id: state.queue_id,
      local_id: 1.5,
      subject: 'b',
      type: 'stream',
      to: 'general',
      content: 'x',
    };
    succeeded(await member.post('/messages', local as never));
    const { events } = succeeded(
      await member.get('/events', { queue_id: state.queue_id, last_event_id: state.last_event_id, dont_block: true }),
    );
    const [event] = list(events).filter(({ type }) => String(type) === 'message');
    expect(event).to.deep.include({ local_message_id: '1.5', flags: [] });
    has(['id', 'subject', 'stream_id', 'display_recipient', 'sender_id'], event?.message as Loose);
  });
});
