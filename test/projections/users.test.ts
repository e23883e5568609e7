import { expect } from 'chai';
import { type UserDocument, users } from '../../projections/users.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import { personErased } from '../support/erasure-writes.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { channel, organization, profileField, readAfter, user } from '../support/organization.ts';
import { founded, newUser, withdrawn } from '../support/past-events.ts';
import { answered, avatarChanged, timezoneChanged } from '../support/writes.ts';

const directory = logStream.directory(realmId);

async function userAfter(...past: (Given | readonly Given[])[]): Promise<UserDocument | undefined> {
  const view = await readAfter(...past);
  return view.get(users, `${realmId}.3`);
}

describe('users', () => {
  it('lists users whom the directory created, and nobody without an account', async () => {
    const view = await readAfter(organization());
    const listed = await view.scan(users, 'byId', { prefix: [realmId], limit: 100 });
    expect(listed.map(({ userId }) => userId)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await view.scan(users, 'byEmail', { prefix: [realmId, 'user9@test.example'], limit: 1 })).to.deep.equal([]);
  });

  it('has the newest avatar with its path, or none, and the time zone', async () => {
    const given = await userAfter(organization(), avatarChanged(3, 2, 'sha', null), timezoneChanged(3, 'Asia/Tokyo'));
    expect(given).to.deep.include({ avatarVersion: 2, timezone: 'Asia/Tokyo', fullName: 'User 3' });
    expect(given?.avatar?.path).to.match(/^1\/3_a+2/);
    const removed = await userAfter(organization(), avatarChanged(3, 2, 'sha', null), avatarChanged(3, 3, null, 'sha'));
    expect(removed).to.include({ avatarVersion: 3, avatar: null });
  });

  it('knows that the name of a person has changed', async () => {
    expect(await userAfter(organization())).not.to.have.property('renamedAt');
    const again = await userAfter(organization(), newUser(3).slice(0, 1));
    expect(again?.renamedAt).to.be.a('number');
  });

  it('has no name or address of a person whose account was refused', async () => {
    const described = await readAfter(organization(), withdrawn(9).slice(0, 1));
    expect((await described.get(users, `${realmId}.9`))?.email).to.equal('user9@test.example');
    const view = await readAfter(organization(), withdrawn(9));
    expect(await view.get(users, `${realmId}.9`)).to.equal(undefined);
    expect((await view.scan(users, 'byId', { prefix: [realmId], limit: 100 })).length).to.equal(8);
  });

  it('names an account whose details have left the log as the erasure will', async () => {
    const erased = await userAfter(newUser(3), personErased(3));
    expect(erased).to.include({ fullName: 'Deleted user 3', email: 'deleted-user-3@erased.invalid', active: true });
    const account = await userAfter(newUser(3).slice(1));
    expect({ ...account, createdAt: 0 }).to.deep.equal({ ...erased, createdAt: 0 });
    // An import may append the description after the account: that is no other name.
    expect(await userAfter(newUser(3).toReversed()))
      .to.include({ fullName: 'User 3' })
      .and.not.have.property('renamedAt');
  });

  it('finds users by their folded address, bots, and bots by their owner', async () => {
    const view = await readAfter(organization());
    const ids = async (index: string, prefix: (string | number)[]) =>
      (await view.scan(users, index, { prefix, limit: 100 })).map(({ userId }) => userId);
    expect(await ids('byEmail', [realmId, 'user3@test.example'])).to.deep.equal([3]);
    expect(await ids('bots', [realmId])).to.have.members([6, 7, 8]);
    expect(await ids('byOwner', [realmId, 3])).to.deep.equal([6, 7]);
  });

  it('follows role, activity, key and name', async () => {
    const about = { userId: user(3) };
    const document = await userAfter(
      newUser(3),
      happened(directory, 'UserRoleChanged', { ...about, role: 200, previousRole: 400 }),
      happened(directory, 'UserDeactivated', about),
      happened(directory, 'UserReactivated', about),
      happened(directory, 'ApiKeyRotated', { ...about, generation: 2 }),
      happened(logStream.person(realmId, user(3)), 'FullNameChanged', {
        ...about,
        fullName: 'New Name',
        previousFullName: 'User 3',
      }),
    );
    expect(document).to.include({ role: 200, active: true, keyGeneration: 2, fullName: 'New Name' });
    expect((await userAfter(newUser(3), happened(directory, 'UserDeactivated', about)))?.active).to.equal(false);
  });

  it('keeps when a user was a guest; of more than twenty periods, the oldest two become one', async () => {
    const roleAt = (role: Role, at: number) =>
      happened(directory, 'UserRoleChanged', { userId: user(3), role, previousRole: 400 }, { at });
    const periodsAfter = async (...events: Parameters<typeof userAfter>) => (await userAfter(...events))?.guestDuring;
    expect(await periodsAfter(newUser(3), roleAt(200, 4))).to.equal(undefined);
    expect(await periodsAfter(newUser(3, { role: 600 }))).to.deep.equal([[0, null]]);
    const twice = [roleAt(600, 5), roleAt(400, 6), roleAt(200, 7), roleAt(600, 8)];
    expect(await periodsAfter(newUser(3), ...twice)).to.deep.equal([
      [5, 6],
      [8, null],
    ]);
    const often = Array.from({ length: 21 }, (_, n) => [roleAt(600, 10 * n), roleAt(400, 10 * n + 1)]).flat();
    const periods = await periodsAfter(newUser(3), ...often);
    expect(periods).to.have.length(20);
    expect([periods?.[0], periods?.at(-1)]).to.deep.equal([
      [0, 11],
      [200, 201],
    ]);
  });

  it('has the generation of a token, if it was replaced with the key', async () => {
    const rotated = { userId: user(3), generation: 2 };
    const events = [newUser(3, { bot: 3 }), happened(directory, 'ApiKeyRotated', { ...rotated, tokenGeneration: 2 })];
    expect(await userAfter(...events)).to.include({ keyGeneration: 2, tokenGeneration: 2 });
    expect(await userAfter(...events, happened(directory, 'ApiKeyRotated', { ...rotated, generation: 3 }))).to.include({
      keyGeneration: 3,
      tokenGeneration: 2,
    });
  });

  it('moves a bot to its new owner, and keeps its address', async () => {
    const about = { userId: user(7) };
    const view = await readAfter(
      organization(),
      happened(directory, 'BotOwnerChanged', { ...about, ownerId: user(2), previousOwnerId: user(3) }),
      happened(directory, 'BotServiceChanged', {
        ...about,
        service: { payloadUrl: 'https://b.example', interface: 1 },
      }),
    );
    const owned = await view.scan(users, 'byOwner', { prefix: [realmId, 2], limit: 100 });
    expect(owned.map(({ bot }) => bot)).to.deep.equal([
      { type: 3, ownerId: 2, service: { payloadUrl: 'https://b.example', interface: 1 } },
    ]);
  });

  it('keeps the default streams of a bot by their ids', async () => {
    const defaults = { sendingChannelId: channel(1), registerChannelId: null, allPublicStreams: true };
    const changed = happened(directory, 'BotDefaultsChanged', { userId: user(7), defaults });
    const view = await readAfter(organization(), changed);
    const [, after] = await view.scan(users, 'byOwner', { prefix: [realmId, 3], limit: 100 });
    expect(after?.bot).to.deep.include({ type: 3, ownerId: 3, defaults });
  });

  it('keeps profile values with their HTML until they are removed', async () => {
    const past = [founded(), ...newUser(3), profileField(1, 'Phone'), answered(3, 1, '*1*', '<p><em>1</em></p>')];
    const filled = await userAfter(past, answered(3, 2, 'x'));
    expect(filled?.profile).to.deep.equal({ 1: { value: '*1*', rendered: '<p><em>1</em></p>' }, 2: { value: 'x' } });
    expect((await userAfter(past, answered(3, 1, null)))?.profile).to.deep.equal({});
  });

  it('begins with the values of the personal data and of the account', async () => {
    const [person, account] = newUser(3);
    if (!person || !account) throw new Error('nobody came');
    const described = {
      realmId,
      userId: 3,
      role: 400,
      active: false,
      createdAt: 0,
      bot: null,
      keyGeneration: 1,
      tokenGeneration: 1,
      fullName: 'User 3',
      email: 'user3@test.example',
      emailKey: 'user3@test.example',
      timezone: '',
      avatarVersion: 1,
      profile: {},
    };
    const created = { listedId: 3, active: true, createdAt: 5_000 };
    const at = { ...account, metadata: { at: 5_000 } };
    expect(await userAfter(person)).to.deep.equal(described);
    expect(await userAfter(person, at)).to.deep.equal({ ...described, ...created });
    expect(await userAfter(at)).to.deep.equal({
      ...described,
      ...created,
      fullName: 'Deleted user 3',
      email: 'deleted-user-3@erased.invalid',
      emailKey: 'deleted-user-3@erased.invalid',
    });
  });

  it("gives the organization's own bots no owner", async () => {
    const view = await readAfter(organization());
    expect(await view.get(users, `${realmId}.8`)).to.deep.include({ botType: 1, active: true });
    expect(await view.get(users, `${realmId}.8`)).to.not.have.property('ownerId');
  });

  it('ignores events of a user whose creation is missing', async () => {
    expect(await userAfter(happened(directory, 'UserDeactivated', { userId: user(3) }))).to.equal(undefined);
  });
});
