import { expect } from 'chai';
import { feedOf, queueOf, servedTogether, summaries, withoutIds } from '../support/feed.ts';
import { founded, mutes, newUser, opened } from '../support/past-events.ts';
import {
  announcesIn,
  fieldChanged,
  fieldCreated,
  fieldDeleted,
  fieldsReordered,
  looks,
  madeDefault,
  noLongerDefault,
  sets,
  timezoneChanged,
  unmutes,
} from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2, { role: 600 }), opened(1, 'plans', [1]), opened(2, 'Goals', [1])];
const heardBy = (id: number, ...news: Parameters<typeof feedOf>[1]) => {
  const { state, clientEvents } = feedOf(past, news);
  return withoutIds(servedTogether(state, queueOf(id), clientEvents));
};

describe('client events about settings', () => {
  it('one for each notification setting that changed', () => {
    const shared = { type: 'update_global_notifications', user: 'user1@test.example' };
    expect(heardBy(1, sets(1, { enable_sounds: false, notification_sound: 'ding' }))).to.deep.equal([
      { ...shared, notification_name: 'enable_sounds', setting: false },
      { ...shared, notification_name: 'notification_sound', setting: 'ding' },
    ]);
    expect(heardBy(2, sets(1, { enable_sounds: false }))).to.deep.equal([]);
  });

  it('one for each display setting that changed, and for a time zone', () => {
    const shared = { type: 'update_display_settings', user: 'user1@test.example' };
    const news = [looks(1, { twenty_four_hour_time: true, color_scheme: 2 }), timezoneChanged(1, 'Asia/Tokyo')];
    expect(heardBy(1, ...news).filter(({ type }) => type !== 'realm_user')).to.deep.equal([
      { ...shared, setting_name: 'twenty_four_hour_time', setting: true },
      { ...shared, setting_name: 'color_scheme', setting: 2 },
      { ...shared, setting_name: 'timezone', setting: 'Asia/Tokyo' },
    ]);
    expect(heardBy(2, ...news).filter(({ type }) => type !== 'realm_user')).to.deep.equal([]);
  });

  it('of muted topics: always the whole list, for the user who muted', () => {
    const events = heardBy(1, mutes(1, 1, 'lunch'), mutes(1, 2, 'tea'), unmutes(1, 1, 'LUNCH'));
    const topics = events.map((event) => (event.muted_topics as unknown[][]).map(([stream, topic]) => [stream, topic]));
    expect(topics).to.deep.equal([
      [['plans', 'lunch']],
      [
        ['plans', 'lunch'],
        ['Goals', 'tea'],
      ],
      [['Goals', 'tea']],
    ]);
    expect(heardBy(2, mutes(1, 1, 'lunch'))).to.deep.equal([]);
  });

  it('of muted topics: the list at that time, even if a topic was muted twice, or has the name of another', () => {
    const lists = (...news: Parameters<typeof feedOf>[1]) =>
      heardBy(1, ...news).map(({ muted_topics: list }) =>
        (list as unknown[][]).map(([stream, topic]) => [stream, topic]),
      );
    expect(lists(mutes(1, 1, 'tea'), mutes(1, 1, 'tea'))).to.deep.equal([[['plans', 'tea']], [['plans', 'tea']]]);
    const both = [
      ['plans', 'tea'],
      ['Goals', 'tea'],
    ];
    expect(lists(mutes(1, 1, 'tea'), mutes(1, 2, 'tea'))).to.deep.equal([[['plans', 'tea']], both]);
  });

  it('of default streams: always the whole list by name, for all but guests', () => {
    const events = heardBy(1, madeDefault(1), madeDefault(2), noLongerDefault(1));
    const names = events.map((event) => (event.default_streams as { name: string }[]).map(({ name }) => name));
    expect(names).to.deep.equal([['plans'], ['Goals', 'plans'], ['Goals']]);
    expect(heardBy(2, madeDefault(1), noLongerDefault(1))).to.deep.equal([]);
  });

  it('of the announcement stream', () => {
    const shared = { type: 'realm', op: 'update', property: 'notifications_stream_id' };
    expect(heardBy(2, announcesIn(2), announcesIn(null))).to.deep.equal([
      { ...shared, value: 2 },
      { ...shared, value: -1 },
    ]);
  });

  it('of profile fields: always the whole list', () => {
    const changes = [fieldsReordered(2, 1), fieldChanged(2, { name: 'Named' })];
    const events = heardBy(2, fieldCreated(1), fieldCreated(2, 4), ...changes, fieldDeleted(1));
    const fields = events.map((event) => [event.op, (event.fields as { id: number }[]).map(({ id }) => id)]);
    expect(fields).to.deep.equal([
      ['add', [1]],
      ['add', [1, 2]],
      ['update', [2, 1]],
      ['update', [2, 1]],
      ['delete', [2]],
    ]);
    expect(events[2]).to.nested.include({ 'fields[0].name': 'Field 2' });
    expect(events[4]).to.nested.include({ 'fields[0].order': 1, 'fields[0].name': 'Named', 'fields[0].type': 4 });
  });

  it('have ascending ids in the order in which they are to be applied', () => {
    const { clientEvents } = feedOf(past, [sets(1, { enable_sounds: false, presence_enabled: false }), announcesIn(1)]);
    const ids = clientEvents.map(({ eventId }) => eventId);
    expect(ids).to.deep.equal([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).to.equal(3);
    expect(summaries({ clientEvents } as never).map(([what]) => what)[2]).to.include('notifications_stream_id');
  });
});
