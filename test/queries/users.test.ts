import { expect } from 'chai';
import { ownBots, realmBots } from '../../src/queries/bots.ts';
import { realmProfileFields, userOf } from '../../src/queries/realm.ts';
import { describeOwnUser, listUsers } from '../../src/queries/users.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { avatarUrl } from '../../src/wire/avatar.ts';
import { keys } from '../support/feed.ts';
import { type Given, realmId, testNow } from '../support/given.ts';
import { organization, profileField, readAfter, user } from '../support/organization.ts';
import { archived, between, inTopic, joins, leaves, opened, sends } from '../support/past-events.ts';
import {
  answered,
  channelRenamed,
  deactivated,
  defaultsChanged,
  fieldDeleted,
  privacyChanged,
  roleChanged,
} from '../support/writes.ts';

const plainly = { clientGravatar: false, includeProfile: false, callerId: user(3) };

describe('GET /users', () => {
  it('lists all users but system bots, each with every field', async () => {
    const members = await listUsers(await readAfter(organization()), realmId, plainly);
    expect(members.map(({ user_id }) => user_id)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect(members[2]).to.deep.equal({
      user_id: 3,
      email: 'user3@test.example',
      full_name: 'User 3',
      avatar_url: avatarUrl({ email: 'user3@test.example', avatarVersion: 1 }),
      avatar_version: 1,
      is_admin: false,
      is_owner: false,
      is_guest: false,
      is_bot: false,
      is_active: true,
      timezone: '',
      date_joined: new Date(testNow - 1_000_000 + 6).toISOString().replace('Z', '+00:00'),
      bot_type: null,
    });
  });

  it('contains roles, activity, bot types and bot owners', async () => {
    const members = await listUsers(await readAfter(organization()), realmId, plainly);
    const flags = members.map((row) => [row.is_owner, row.is_admin, row.is_guest, row.is_active, row.bot_type]);
    expect(flags).to.deep.equal([
      [true, true, false, true, null],
      [false, true, false, true, null],
      [false, false, false, true, null],
      [false, false, true, true, null],
      [false, false, false, false, null],
      [false, false, false, true, 1],
      [false, false, false, true, 3],
    ]);
    expect(members.map((row) => row.bot_owner_id)).to.deep.equal([...Array(5).fill(undefined), 3, 3]);
  });

  it('omits avatars for clients that compute gravatars', async () => {
    const members = await listUsers(await readAfter(organization()), realmId, { ...plainly, clientGravatar: true });
    expect(new Set(members.map((row) => row.avatar_url))).to.deep.equal(new Set([null]));
  });

  it('contains profile data on request: of people, for existing fields', async () => {
    const past: Given[] = [
      profileField(1, 'Phone'),
      profileField(2, 'Gone'),
      answered(3, 1, '*1*', '<em>1</em>'),
      answered(3, 2, 'x'),
      fieldDeleted(2),
    ];
    const view = await readAfter(organization(), past);
    const members = await listUsers(view, realmId, { ...plainly, includeProfile: true });
    expect(members.map((row) => row.profile_data)).to.deep.equal([
      {},
      {},
      { 1: { value: '*1*', rendered_value: '<em>1</em>' } },
      {},
      {},
      undefined,
      undefined,
    ]);
  });
});

describe('GET /users/me', () => {
  const newestOf = async (id: number, ...past: (Given | readonly Given[])[]) =>
    (await describeOwnUser(await readAfter(organization(), ...past), realmId, user(id))).max_message_id;

  it('is the caller with profile data, and without a bot type for people', async () => {
    const own = await describeOwnUser(await readAfter(organization()), realmId, user(1));
    expect(own).to.have.all.keys(
      'user_id email full_name avatar_url avatar_version is_admin is_owner is_guest is_bot'
        .split(' ')
        .concat('is_active timezone date_joined max_message_id is_auditor profile_data'.split(' ')),
    );
    expect(own).to.deep.include({ user_id: 1, is_owner: true, max_message_id: -1, profile_data: {} });
    expect(await describeOwnUser(await readAfter(organization()), realmId, user(7))).to.include({ bot_type: 3 });
  });

  it('has the newest message received: in private', async () => {
    expect(await newestOf(3, sends(1, 1, between(1, 3)), sends(2, 1, between(1, 2)))).to.equal(1);
  });

  it('has the newest message received: in streams, while subscribed', async () => {
    const past = [
      opened(1, 'a', [1, 3]),
      opened(2, 'b', [1]),
      sends(1, 1, inTopic(1, 't')),
      sends(2, 1, inTopic(2, 't')),
    ];
    expect(await newestOf(3, past)).to.equal(1);
    expect(await newestOf(3, past, leaves(1, 3), sends(3, 1, inTopic(1, 't')))).to.equal(1);
    expect(await newestOf(3, past, joins(2, 3))).to.equal(1);
    expect(await newestOf(3, past, joins(2, 3), sends(3, 1, inTopic(2, 't')))).to.equal(3);
  });

  it('has the newest message received: by a bot that was mentioned in another stream', async () => {
    const past = [
      opened(1, 'a', [1]),
      sends(1, 1, inTopic(1, 't'), '@bot', { alsoTo: [6] }),
      sends(2, 1, inTopic(1, 't')),
    ];
    expect(await newestOf(6, past)).to.equal(1);
  });

  it('has no newest message for an outgoing webhook', async () => {
    expect(await newestOf(7, sends(1, 1, between(1, 7)))).to.equal(-1);
  });

  it('refuses unknown users', async () => {
    const view = await readAfter(organization());
    const refused = await describeOwnUser(view, realmId, user(99)).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Refused).and.to.have.nested.property('refusal.code', 'user-missing');
  });
});

describe('bots', () => {
  it('are listed for their owner while active, with their keys', async () => {
    const view = await readAfter(organization(), deactivated(7));
    const owner = await userOf(view, realmId, user(3));
    expect(await ownBots(view, realmId, owner, keys)).to.deep.equal([
      {
        username: 'bot6@test.example',
        full_name: 'Bot 6',
        api_key: 'key 1 of 6',
        avatar_url: avatarUrl({ email: 'bot6@test.example', avatarVersion: 1 }),
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    ]);
  });

  it('are listed for administrators, including deactivated ones, and for their owner; system bots for nobody', async () => {
    const view = await readAfter(organization(), deactivated(6));
    const known = async (id: number) =>
      (await realmBots(view, realmId, await userOf(view, realmId, user(id)), keys, false)).map((row) => row.user_id);
    expect(await Promise.all([1, 2, 3, 4].map(known))).to.deep.equal([[6, 7], [6, 7], [6, 7], []]);
  });

  it('show their default streams by name, but for those that are archived or that their owner may not enter', async () => {
    const streams = [opened(1, 'open', [2]), opened(2, 'own', [3], { inviteOnly: true })];
    const shown = async (...more: Given[]) => {
      const given = [...organization(), ...streams, defaultsChanged(6, 1, 2, true), defaultsChanged(7, 2, null)];
      const view = await readAfter(given, ...more);
      const rowsFor = async (id: number) => realmBots(view, realmId, await userOf(view, realmId, user(id)), keys, true);
      expect(await rowsFor(1)).to.deep.equal(await rowsFor(3));
      const namesIn = (row?: { default_sending_stream: unknown; default_events_register_stream: unknown }) => [
        row?.default_sending_stream,
        row?.default_events_register_stream,
      ];
      expect((await ownBots(view, realmId, await userOf(view, realmId, user(3)), keys)).map(namesIn)).to.deep.equal(
        (await rowsFor(3)).map(namesIn),
      );
      return (await rowsFor(3)).map(namesIn);
    };
    const nothing = [null, null];
    expect(await shown()).to.deep.equal([
      ['open', 'own'],
      ['own', null],
    ]);
    expect(await shown(channelRenamed(1, 'wide', 'open'))).to.deep.equal([
      ['wide', 'own'],
      ['own', null],
    ]);
    expect(await shown(archived(1, 'open'))).to.deep.equal([
      [null, 'own'],
      ['own', null],
    ]);
    expect(await shown(archived(2, 'own'))).to.deep.equal([['open', null], nothing]);
    expect(await shown(leaves(2, 3))).to.deep.equal([['open', null], nothing]);
    expect(await shown(privacyChanged(1, true))).to.deep.equal([
      [null, 'own'],
      ['own', null],
    ]);
    expect(await shown(roleChanged(3, 600, 400))).to.deep.equal([
      [null, 'own'],
      ['own', null],
    ]);
  });

  it('show where an outgoing webhook posts, and its token', async () => {
    const view = await readAfter(organization());
    const rows = await realmBots(view, realmId, await userOf(view, realmId, user(3)), keys, true);
    expect(rows[0]).to.deep.equal({
      user_id: 6,
      email: 'bot6@test.example',
      full_name: 'Bot 6',
      bot_type: 1,
      is_active: true,
      api_key: 'key 1 of 6',
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
      owner_id: 3,
      avatar_url: null,
      services: [],
    });
    expect(rows[1]?.services).to.deep.equal([{ base_url: 'https://hook.example/', interface: 1, token: 'token of 7' }]);
  });
});

describe('GET /realm/profile_fields', () => {
  it('lists fields in their order', async () => {
    const view = await readAfter(organization(), profileField(4, 'Phone'), profileField(2, 'Birthday', 4));
    expect(await realmProfileFields(view, realmId)).to.deep.equal([
      { id: 4, type: 1, name: 'Phone', hint: 'Phone?', field_data: '', order: 1 },
      { id: 2, type: 4, name: 'Birthday', hint: 'Birthday?', field_data: '', order: 2 },
    ]);
  });
});
