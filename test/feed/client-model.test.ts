/** The model of a client that other tests rely on: it changes its state only by what each event contains. */
import { expect } from 'chai';
import { applyEvents } from '../support/client-model.ts';
import type { ClientState, Row } from '../support/client-state.ts';

const self = { userId: 3, includeSubscribers: true };
const stream = (id: number, name: string, own: Row = {}): Row => ({ stream_id: id, name, ...own });
const state: ClientState = {
  max_message_id: 5,
  streams: [stream(1, 'a')],
  subscriptions: [stream(1, 'a', { is_muted: false, in_home_view: true, subscribers: [1, 3] })],
  unsubscribed: [],
  never_subscribed: [],
  realm_users: [
    { user_id: 1, full_name: 'One', is_admin: false, profile_data: { 1: { value: 'x' }, 2: { value: 'y' } } },
    { user_id: 3, full_name: 'Three' },
  ],
  realm_non_active_users: [],
  realm_bots: [{ user_id: 7, is_active: true }],
  full_name: 'Three',
  is_admin: false,
  can_create_streams: true,
  enable_sounds: true,
  realm_notifications_stream_id: 1,
};
const stateAfterEvents = (...events: Row[]) => applyEvents(state, events, self);
const idsIn = (from: ClientState, key: string) => (from[key] as Row[]).map((row) => row.stream_id ?? row.user_id);

describe('the client of the tests', () => {
  it('keeps its state for unknown events', () => {
    expect(
      stateAfterEvents({ type: 'heartbeat', id: 9 }, { type: 'stream', op: 'occupy', streams: [stream(1, 'a')] }),
    ).to.deep.equal(state);
  });

  it('has a stream once, in the order of names, without subscribers yet', () => {
    const created = stateAfterEvents({
      type: 'stream',
      op: 'create',
      streams: [stream(1, 'a'), stream(3, 'B'), stream(2, 'c')],
    });
    expect(idsIn(created, 'streams')).to.deep.equal([1, 3, 2]);
    expect(created.never_subscribed).to.deep.equal([
      stream(3, 'B', { subscribers: [] }),
      stream(2, 'c', { subscribers: [] }),
    ]);
    const once = stateAfterEvents({
      type: 'stream',
      op: 'create',
      streams: [stream(2, 'b', { color: '#abc', subscribers: [1] })],
    });
    expect(idsIn(once, 'unsubscribed')).to.deep.equal([2]);
    expect(once.streams).to.deep.equal([stream(1, 'a'), stream(2, 'b')]);
  });

  it('removes a deleted stream', () => {
    const gone = stateAfterEvents({ type: 'stream', op: 'delete', streams: [stream(1, 'a')] });
    expect([gone.streams, gone.subscriptions]).to.deep.equal([[], []]);
  });

  it('subscribes and unsubscribes, itself and others, under either name of the type', () => {
    const removed = stateAfterEvents({ type: 'subscriptions', op: 'remove', subscriptions: [stream(1, 'a')] });
    expect([removed.subscriptions, (removed.unsubscribed as Row[])[0]?.subscribers]).to.deep.equal([[], [1]]);
    const again = { type: 'subscription', op: 'add', subscriptions: [stream(1, 'a', { subscribers: [1, 3] })] };
    const added = applyEvents(
      removed,
      [again, { type: 'subscription', op: 'peer_add', stream_id: 1, user_id: 2 }],
      self,
    );
    expect([added.subscriptions, added.unsubscribed]).to.deep.equal([[stream(1, 'a', { subscribers: [1, 2, 3] })], []]);
    const muted = stateAfterEvents({
      type: 'subscription',
      op: 'update',
      stream_id: 1,
      property: 'in_home_view',
      value: false,
    });
    expect((muted.subscriptions as Row[])[0]).to.include({ is_muted: true, in_home_view: false });
  });

  it('throws on a peer that is added twice or is unknown, as real clients do', () => {
    expect(() => stateAfterEvents({ type: 'subscription', op: 'peer_add', stream_id: 1, user_id: 1 })).to.throw(
      'second time',
    );
    expect(() => stateAfterEvents({ type: 'subscription', op: 'peer_remove', stream_id: 1, user_id: 9 })).to.throw(
      'second time',
    );
  });

  it('keeps no subscribers if it did not request them', () => {
    const event = { type: 'subscription', op: 'add', subscriptions: [stream(2, 'b', { subscribers: [3] })] };
    const added = applyEvents({ subscriptions: [] }, [event], { ...self, includeSubscribers: false });
    expect(added).to.deep.equal({ subscriptions: [stream(2, 'b')] });
  });

  it('keeps users as they are added, changed and removed, including itself', () => {
    const person = (update: Row) => ({ type: 'realm_user', op: 'update', person: update });
    const promoted = stateAfterEvents(person({ user_id: 3, role: 200 }), person({ user_id: 3, full_name: 'Trois' }));
    expect(promoted).to.include({ is_admin: true, can_create_streams: true, full_name: 'Trois' });
    expect((promoted.realm_users as Row[])[1]).to.include({ is_admin: true, is_owner: false, full_name: 'Trois' });
    expect(stateAfterEvents(person({ user_id: 1, role: 600 }))).to.include({
      is_admin: false,
      can_create_streams: true,
    });
    const left = stateAfterEvents({ type: 'realm_user', op: 'remove', person: { user_id: 1 } });
    expect([idsIn(left, 'realm_users'), idsIn(left, 'realm_non_active_users')]).to.deep.equal([[3], [1]]);
    const back = applyEvents(left, [{ type: 'realm_user', op: 'add', person: { user_id: 1, is_active: true } }], self);
    expect([back.realm_users, back.realm_non_active_users]).to.deep.equal([
      [{ user_id: 1 }, { user_id: 3, full_name: 'Three' }],
      [],
    ]);
  });

  it('keeps profile values, and drops those of deleted fields', () => {
    const field = (entry: Row) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id: 1, custom_profile_field: entry },
    });
    const profileOf = (from: ClientState) => (from.realm_users as Row[])[0]?.profile_data;
    expect(
      profileOf(
        stateAfterEvents(field({ id: 1, value: null }), field({ id: 2, value: 'z', rendered_value: '<p>z</p>' })),
      ),
    ).to.deep.equal({ 2: { value: 'z', rendered_value: '<p>z</p>' } });
    const deleted = stateAfterEvents({ type: 'custom_profile_fields', op: 'delete', fields: [{ id: 2 }] });
    expect(profileOf(deleted)).to.deep.equal({ 2: { value: 'y' } });
  });

  it('keeps bots as the events describe them', () => {
    const bot = (op: string, row: Row) =>
      stateAfterEvents({ type: 'realm_bot', op, bot: { user_id: 7, ...row } }).realm_bots;
    expect(bot('remove', { full_name: 'x' })).to.deep.equal([{ user_id: 7, is_active: false }]);
    expect(bot('update', { api_key: 'k' })).to.deep.equal([{ user_id: 7, is_active: true, api_key: 'k' }]);
    expect(bot('delete', {})).to.deep.equal([]);
    expect(bot('add', { api_key: 'k' })).to.deep.equal([{ user_id: 7, api_key: 'k' }]);
  });

  it('replaces single values that it has', () => {
    const changed = stateAfterEvents(
      { type: 'update_global_notifications', notification_name: 'enable_sounds', setting: false },
      { type: 'update_global_notifications', notification_name: 'unknown', setting: false },
      { type: 'realm', op: 'update', property: 'notifications_stream_id', value: -1 },
      { type: 'muted_topics', muted_topics: [['a', 'b', 1]] },
      { type: 'message', message: { id: 9 } },
      { type: 'message', message: { id: 8 } },
    );
    expect(changed).to.include({ enable_sounds: false, realm_notifications_stream_id: -1, max_message_id: 9 });
    expect(changed).not.to.have.any.keys('unknown', 'muted_topics');
  });
});
