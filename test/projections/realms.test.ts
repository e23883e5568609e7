import { expect } from 'chai';
import { realms } from '../../projections/realms.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { realmSettingDefaults } from '../../src/vocabulary/realm-settings.ts';
import {
  defaultGroupChanged,
  defaultGroupCreated,
  defaultGroupDeleted,
  defaultGroupGot,
  defaultGroupLost,
} from '../support/default-group-writes.ts';
import { type Given, happened, realmId, testNow } from '../support/given.ts';
import { channel, profileField, readAfter } from '../support/organization.ts';
import { archived, founded, opened } from '../support/past-events.ts';
import {
  domainAdded,
  domainChanged,
  domainRemoved,
  fieldChanged,
  fieldDeleted,
  fieldsReordered,
  linkifierCreated,
  linkifierDeleted,
  madeDefault,
  noLongerDefault,
  realmRenamed,
  settingsChanged,
} from '../support/writes.ts';

const announcesIn = (id: number | null): Given =>
  happened(logStream.realm(realmId), 'NotificationsChannelSet', { channelId: id === null ? null : channel(id) });

const realmAfter = async (...past: Given[]) => (await readAfter(founded(), ...past)).get(realms, `${realmId}.realm`);

describe('realms', () => {
  it('begins with the values of the creation of the organization', async () => {
    expect(await realmAfter()).to.deep.equal({
      realmId,
      subdomain: 'test',
      name: 'Test',
      description: '',
      renderedDescription: '',
      emailDomain: 'test.example',
      createdAt: testNow - 1_000_000,
      profileFields: [],
      defaultChannels: [],
      notificationsChannelId: null,
      signupsChannelId: null,
      settings: realmSettingDefaults,
    });
  });

  it('has its newest name', async () => {
    expect((await realmAfter(realmRenamed('New')))?.name).to.equal('New');
  });

  it('has groups of streams for new users, without archived streams', async () => {
    const past = [opened(1, 'a', []), opened(2, 'b', []), opened(3, 'c', []), defaultGroupCreated(1, 'G', 1, 2)];
    const groupsAfter = async (...more: Given[]) => (await realmAfter(...past, ...more))?.defaultGroups;
    const group = { groupId: 1, name: 'G', description: '', channelIds: [1, 2] };
    expect(await groupsAfter()).to.deep.equal([group]);
    expect(
      await groupsAfter(defaultGroupChanged(1, { description: 'd' }), defaultGroupGot(1, 3), defaultGroupLost(1, 1)),
    ).to.deep.equal([{ ...group, description: 'd', channelIds: [2, 3] }]);
    expect(await groupsAfter(archived(2, 'b'))).to.deep.equal([{ ...group, channelIds: [1] }]);
    expect(await groupsAfter(defaultGroupDeleted(1))).to.deep.equal([]);
    const other = { ...group, groupId: 2, name: 'H', channelIds: [3] };
    expect(await groupsAfter(defaultGroupCreated(2, 'H', 3), defaultGroupDeleted(1))).to.deep.equal([other]);
  });

  it('has the settings that changed last, and the others as they were', async () => {
    const news = { notifications_stream_id: channel(1), signup_notifications_stream_id: channel(1) };
    const past = [
      opened(1, 'a', [1]),
      settingsChanged({ mandatory_topics: true, name: 'New', description: 'We', ...news }),
    ];
    const settings = { ...realmSettingDefaults, mandatory_topics: true };
    const there = { notificationsChannelId: 1, signupsChannelId: 1, name: 'New', description: 'We' };
    expect(await realmAfter(...past)).to.deep.include({ settings, ...there });
    expect(await realmAfter(...past, settingsChanged({ digest_weekday: 2 }))).to.deep.include({
      settings: { ...settings, digest_weekday: 2 },
      ...there,
    });
    const rendered = { ...settingsChanged({ description: '*We*' }) };
    const data = { ...rendered.event.data, renderedDescription: '<p>We</p>' };
    const described = { ...rendered, event: { ...rendered.event, data } as Given['event'] };
    expect(await realmAfter(...past, described, settingsChanged({ digest_weekday: 2 }))).to.include({
      description: '*We*',
      renderedDescription: '<p>We</p>',
    });
    const gone = { notificationsChannelId: null, signupsChannelId: null };
    expect(await realmAfter(...past, archived(1, 'a'))).to.deep.include(gone);
  });

  it('has the current domains and profile fields', async () => {
    const two = await realmAfter(
      domainAdded(1, 'a.example'),
      domainAdded(2, 'b.example'),
      domainChanged('a.example', true),
    );
    expect(two?.domains?.map(({ allowSubdomains }) => allowSubdomains)).to.deep.equal([true, false]);
    const fields = [profileField(1, 'Phone'), profileField(2, 'Birthday', 4), fieldsReordered(2, 1)];
    const domains = [domainAdded(1, 'a.example'), domainAdded(2, 'b.example'), domainRemoved('a.example')];
    const realm = await realmAfter(
      ...fields,
      ...domains,
      fieldChanged(1, { hint: 'x' }),
      domainChanged('b.example', true),
    );
    expect(realm?.profileFields.map(({ id, hint }) => [id, hint])).to.deep.equal([
      [2, 'Birthday?'],
      [1, 'x'],
    ]);
    expect(realm?.domains).to.deep.equal([{ id: 2, domain: 'b.example', allowSubdomains: true }]);
  });

  it('keeps linkifiers in their order until they are deleted', async () => {
    const realm = await realmAfter(linkifierCreated(1), linkifierCreated(2), linkifierCreated(3), linkifierDeleted(2));
    expect(realm?.linkifiers?.map(({ id }) => id)).to.deep.equal([1, 3]);
  });

  it('keeps profile fields in their order until they are deleted', async () => {
    const realm = await realmAfter(profileField(1, 'Phone'), profileField(2, 'Birthday', 4), fieldDeleted(1));
    expect(realm?.profileFields.map(({ id, name }) => [id, name])).to.deep.equal([[2, 'Birthday']]);
  });

  it('stores a default channel once, and removes archived ones', async () => {
    const past = [opened(1, 'a', [1]), opened(2, 'b', [1]), madeDefault(1), madeDefault(1), madeDefault(2)];
    const before = await realmAfter(...past, announcesIn(1));
    expect(before).to.deep.include({ defaultChannels: [1, 2], notificationsChannelId: 1 });
    const after = await realmAfter(...past, announcesIn(1), archived(1, 'a'));
    expect(after).to.deep.include({ defaultChannels: [2], notificationsChannelId: null });
    expect((await realmAfter(...past, noLongerDefault(1)))?.defaultChannels).to.deep.equal([2]);
  });

  it('keeps the notifications channel when another one is archived', async () => {
    const signups = settingsChanged({ signup_notifications_stream_id: channel(1) });
    const realm = await realmAfter(opened(1, 'a', [1]), opened(2, 'b', [1]), announcesIn(1), signups, archived(2, 'b'));
    expect(realm).to.include({ notificationsChannelId: 1, signupsChannelId: 1 });
  });

  it('ignores events of an organization whose creation is missing', async () => {
    expect(await (await readAfter(madeDefault(1))).get(realms, `${realmId}.realm`)).to.equal(undefined);
  });
});
