import { expect } from 'chai';
import { realmSettingDefaults } from '../../src/vocabulary/realm-settings.ts';
import {
  defaultGroupChanged,
  defaultGroupCreated,
  defaultGroupDeleted,
  defaultGroupGot,
  defaultGroupLost,
} from '../support/default-group-writes.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { channel } from '../support/organization.ts';
import { archived, founded, opened } from '../support/past-events.ts';
import {
  announcesIn,
  domainAdded,
  domainChanged,
  domainRemoved,
  fieldChanged,
  fieldCreated,
  fieldDeleted,
  fieldsReordered,
  linkifierCreated,
  linkifierDeleted,
  madeDefault,
  noLongerDefault,
  realmDeactivated,
  realmReactivated,
  realmRenamed,
  settingsChanged,
} from '../support/writes.ts';

const realmAfter = (...events: Given[]) => stateAfter(events).realm;

describe('the state of the organization', () => {
  it('has its names once it was created', () => {
    expect(realmAfter()).to.deep.equal({
      subdomain: '',
      name: '',
      description: '',
      emailDomain: '',
      createdAt: 0,
      deactivated: false,
      domains: [],
      domainIdMax: 0,
      linkifiers: [],
      linkifierIdMax: 0,
      profileFields: [],
      profileFieldIdMax: 0,
      defaultChannels: [],
      defaultGroups: [],
      defaultGroupIdMax: 0,
      notificationsChannelId: null,
      signupsChannelId: null,
      settings: realmSettingDefaults,
    });
    const { data } = founded().event as Extract<Given['event'], { type: 'RealmCreated' }>;
    const realm = realmAfter(founded());
    expect(realm).to.include({ subdomain: data.subdomain, name: data.name, emailDomain: data.emailDomain });
    expect(realm.createdAt).to.be.above(0);
  });

  it('has its newest name, and is deactivated once', () => {
    expect(realmAfter(founded(), realmRenamed('New'))).to.include({ name: 'New', deactivated: false });
    expect(realmAfter(founded(), realmDeactivated())).to.include({ name: 'Test', deactivated: true });
    expect(realmAfter(founded(), realmDeactivated(), realmReactivated())).to.include({ deactivated: false });
  });

  it('has groups of streams for new users, without archived streams, and does not reuse ids', () => {
    const past = [
      founded(),
      opened(1, 'a', []),
      opened(2, 'b', []),
      opened(3, 'c', []),
      defaultGroupCreated(1, 'G', 1, 2),
    ];
    const group = { groupId: 1, name: 'G', description: '', channelIds: [1, 2] };
    expect(realmAfter(...past).defaultGroups).to.deep.equal([group]);
    const changed = [
      ...past,
      defaultGroupChanged(1, { description: 'd' }),
      defaultGroupGot(1, 3),
      defaultGroupLost(1, 1),
    ];
    expect(realmAfter(...changed).defaultGroups).to.deep.equal([{ ...group, description: 'd', channelIds: [2, 3] }]);
    expect(realmAfter(...past, archived(2, 'b')).defaultGroups).to.deep.equal([{ ...group, channelIds: [1] }]);
    expect(realmAfter(...past, defaultGroupDeleted(1))).to.deep.include({ defaultGroups: [], defaultGroupIdMax: 1 });
  });

  it('has the settings that changed last, and the others as they were', () => {
    const past = [founded(), opened(1, 'a', []), settingsChanged({ mandatory_topics: true, name: 'New' })];
    const { name, description, settings } = realmAfter(
      ...past,
      settingsChanged({ description: 'We', digest_weekday: 2 }),
    );
    expect({ name, description }).to.deep.equal({ name: 'New', description: 'We' });
    expect(settings).to.deep.equal({ ...realmSettingDefaults, mandatory_topics: true, digest_weekday: 2 });
    const news = { notifications_stream_id: channel(1), signup_notifications_stream_id: channel(1) };
    const there = realmAfter(...past, settingsChanged(news));
    expect(there).to.include({ notificationsChannelId: 1, signupsChannelId: 1 });
    const gone = { notificationsChannelId: null, signupsChannelId: null };
    expect(realmAfter(...past, settingsChanged(news), archived(1, 'a'))).to.include(gone);
  });

  it('lists each default stream once', () => {
    const { defaultChannels } = realmAfter(founded(), madeDefault(2), madeDefault(1), madeDefault(2));
    expect(defaultChannels).to.deep.equal([2, 1]);
  });

  it('has the announcement stream that was set last', () => {
    expect(realmAfter(founded(), announcesIn(1), announcesIn(2)).notificationsChannelId).to.equal(2);
    expect(realmAfter(founded(), announcesIn(1), announcesIn(null)).notificationsChannelId).to.equal(null);
  });

  it('drops an archived stream from the default streams and as announcement stream', () => {
    const past = [founded(), opened(1, 'a', []), opened(2, 'b', []), madeDefault(1), madeDefault(2), announcesIn(1)];
    expect(realmAfter(...past, archived(1, 'a'))).to.deep.include({
      defaultChannels: [2],
      notificationsChannelId: null,
    });
    expect(realmAfter(...past, archived(2, 'b'))).to.deep.include({ defaultChannels: [1], notificationsChannelId: 1 });
  });

  it('has its default streams, until they are removed', () => {
    const past = [founded(), opened(1, 'plans', []), opened(2, 'goals', []), madeDefault(1), madeDefault(2)];
    expect(realmAfter(...past, noLongerDefault(1)).defaultChannels).to.deep.equal([2]);
  });

  it('has its newest settings, and keeps those that an event does not name', () => {
    const given = { description: 'd', notifications_stream_id: channel(1), signup_notifications_stream_id: channel(2) };
    const set = [founded(), opened(1, 'plans', []), opened(2, 'goals', []), settingsChanged(given)];
    const before = realmAfter(...set, settingsChanged({ default_language: 'de' }));
    expect(before).to.include({ description: 'd', notificationsChannelId: 1, signupsChannelId: 2 });
    expect(realmAfter(...set, archived(1, 'plans'))).to.include({ notificationsChannelId: null, signupsChannelId: 2 });
    expect(realmAfter(...set, archived(2, 'goals'))).to.include({ notificationsChannelId: 1, signupsChannelId: null });
  });

  it('loses only a group of default streams', () => {
    const groups = [defaultGroupCreated(1, 'a', 1), defaultGroupCreated(2, 'b', 1), defaultGroupDeleted(1)];
    expect(realmAfter(founded(), ...groups).defaultGroups.map(({ groupId }) => groupId)).to.deep.equal([2]);
  });

  it('has its domains as they were changed last, and never forgets the highest number', () => {
    const past = [founded(), domainAdded(1, 'a.example'), domainAdded(2, 'b.example')];
    const { domains, domainIdMax } = realmAfter(...past, domainChanged('a.example', true), domainRemoved('b.example'));
    expect(domains).to.deep.equal([{ id: 1, domain: 'a.example', allowSubdomains: true }]);
    expect(domainIdMax).to.equal(2);
  });

  it('has its profile fields in their newest order, as they were changed last', () => {
    const past = [founded(), fieldCreated(1), fieldCreated(2), fieldCreated(3), fieldsReordered(3, 1, 2)];
    const { profileFields } = realmAfter(...past, fieldChanged(1, { name: 'Motto' }), fieldCreated(4));
    expect(profileFields.map(({ id, name }) => [id, name])).to.deep.equal([
      [3, 'Field 3'],
      [1, 'Motto'],
      [2, 'Field 2'],
      [4, 'Field 4'],
    ]);
  });

  it('has its linkifiers, and never forgets the highest id', () => {
    const { linkifiers, linkifierIdMax } = realmAfter(
      founded(),
      linkifierCreated(1),
      linkifierCreated(4),
      linkifierDeleted(4),
    );
    expect([linkifiers.map(({ id }) => id), linkifierIdMax]).to.deep.equal([[1], 4]);
  });

  it('has its profile fields, and never forgets the highest id', () => {
    const { profileFields, profileFieldIdMax } = realmAfter(
      founded(),
      fieldCreated(3),
      fieldCreated(2),
      fieldCreated(5),
      fieldDeleted(5),
    );
    expect(profileFields.map(({ id }) => id)).to.deep.equal([3, 2]);
    expect(profileFieldIdMax).to.equal(5);
  });
});
