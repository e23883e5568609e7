import { expect } from 'chai';
import { defaultGroupCreated } from '../support/default-group-writes.ts';
import { feedOf, summaries, withoutIds } from '../support/feed.ts';
import { channel } from '../support/organization.ts';
import { archived, founded, newUser, opened } from '../support/past-events.ts';
import {
  announcesIn,
  channelRenamed,
  fieldCreated,
  fieldDeleted,
  linkifierCreated,
  linkifierDeleted,
  madeDefault,
  realmRenamed,
  settingsChanged,
} from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2, { role: 600 }), opened(1, 'plans', []), opened(2, 'Goals', [])];
const heardBy = (id: number, ...news: Parameters<typeof feedOf>[1]) => withoutIds(feedOf(past, news).receivedBy(id));

describe('client events about the organization', () => {
  it('have all default streams by name, for everyone but guests', () => {
    const news = [madeDefault(1), madeDefault(2)];
    expect(summaries(feedOf(past, news))).to.deep.equal([
      ['default_streams', { kind: 'non-guests' }],
      ['default_streams', { kind: 'non-guests' }],
    ]);
    const [first, second] = heardBy(1, madeDefault(1)).concat(heardBy(1, ...news).slice(1)) as {
      default_streams: { name: string }[];
    }[];
    expect(first?.default_streams.map(({ name }) => name)).to.deep.equal(['plans']);
    expect(second?.default_streams.map(({ name }) => name)).to.deep.equal(['Goals', 'plans']);
    expect(heardBy(2, madeDefault(1))).to.deep.equal([]);
  });

  it('have all groups of streams for new users by name, for everyone but guests, also when one of the streams changes', () => {
    const made = [defaultGroupCreated(1, 'Tea', 1, 2), defaultGroupCreated(2, 'Art')];
    expect(summaries(feedOf(past, made.slice(0, 1)))).to.deep.equal([
      ['default_stream_groups', { kind: 'non-guests' }],
    ]);
    const [, received] = heardBy(1, ...made) as {
      default_stream_groups: { name: string; streams: { name: string }[] }[];
    }[];
    const shown = received?.default_stream_groups.map(({ name, streams }) => [name, streams.map((one) => one.name)]);
    expect(shown).to.deep.equal([
      ['Art', []],
      ['Tea', ['Goals', 'plans']],
    ]);
    expect(heardBy(2, ...made)).to.deep.equal([]);
    for (const news of [channelRenamed(1, 'new', 'plans'), archived(1, 'plans')])
      expect(summaries(feedOf([...past, ...made], [news])).map(([what]) => what)).to.include('default_stream_groups');
  });

  it('have the stream for announcements, or −1 for none', () => {
    const update = { type: 'realm', op: 'update', property: 'notifications_stream_id' };
    expect(heardBy(2, announcesIn(2))).to.deep.equal([{ ...update, value: 2 }]);
    expect(heardBy(1, announcesIn(null))).to.deep.equal([{ ...update, value: -1 }]);
  });

  it('have the new name', () => {
    const update = { type: 'realm', op: 'update', property: 'name', value: 'New' };
    for (const id of [1, 2]) expect(heardBy(id, realmRenamed('New'))).to.deep.equal([update]);
  });

  it('have each setting that changed, and the settings of editing together', () => {
    const update = { type: 'realm', op: 'update' };
    const changed = settingsChanged({ mandatory_topics: true, description: 'We', default_code_block_language: null });
    for (const id of [1, 2])
      expect(heardBy(id, changed)).to.deep.equal([
        { ...update, property: 'mandatory_topics', value: true },
        { ...update, property: 'description', value: 'We' },
        { ...update, property: 'default_code_block_language', value: null },
      ]);
    const editing = {
      allow_community_topic_editing: true,
      allow_message_editing: false,
      message_content_edit_limit_seconds: 600,
    };
    expect(heardBy(1, settingsChanged({ allow_message_editing: false, digest_weekday: 2 }))).to.deep.equal([
      { ...update, property: 'digest_weekday', value: 2 },
      { type: 'realm', op: 'update_dict', property: 'default', data: editing },
    ]);
  });

  it('have the streams for announcements, even if one is archived', () => {
    const update = { type: 'realm', op: 'update' };
    const set = settingsChanged({ notifications_stream_id: null, signup_notifications_stream_id: channel(1) });
    expect(heardBy(1, set)).to.deep.equal([
      { ...update, property: 'notifications_stream_id', value: -1 },
      { ...update, property: 'signup_notifications_stream_id', value: 1 },
    ]);
    expect(heardBy(1, set, archived(1, 'plans')).at(-1)).to.deep.equal({
      ...update,
      property: 'signup_notifications_stream_id',
      value: -1,
    });
  });

  it('have all remaining linkifiers', () => {
    const row = (id: number) => [`#${id}(?P<id>[0-9]+)`, 'https://t.example/%(id)s', id];
    expect(heardBy(2, linkifierCreated(1), linkifierCreated(2), linkifierDeleted(1)).slice(1)).to.deep.equal([
      { type: 'realm_filters', realm_filters: [row(1), row(2)] },
      { type: 'realm_filters', realm_filters: [row(2)] },
    ]);
  });

  it('have all remaining custom profile fields', () => {
    const field = (id: number) => ({ id, name: `Field ${id}`, hint: '', type: 1, order: id, field_data: '' });
    expect(heardBy(2, fieldCreated(1))).to.deep.equal([
      { type: 'custom_profile_fields', op: 'add', fields: [field(1)] },
    ]);
    const later = heardBy(2, fieldCreated(1), fieldCreated(2), fieldDeleted(1)).at(-1);
    expect(later).to.deep.include({ type: 'custom_profile_fields', op: 'delete' });
    expect(later).to.have.nested.property('fields[0].name', 'Field 2');
    expect(later).to.have.property('fields').with.lengthOf(1);
  });
});
