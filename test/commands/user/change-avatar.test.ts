import { changeAvatar } from '../../../commands/user/change-avatar.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { avatarChanged, newBot, settingsChanged } from '../../support/writes.ts';

const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2)];
const asks = askingFor(changeAvatar, past);
const image = { token: 'a'.repeat(40), type: 'image/png', size: 9, sha256: 'new' };
const changed = (version: number, avatar: typeof image | null, previous: string | null, id = 2) =>
  appends(logStream.person(realmId, user(id)), 'AvatarChanged', { userId: user(id), version, avatar, previous });
const set = { userId: user(2), avatar: image };
const remove = { userId: user(2), avatar: null };

describeCommand(changeAvatar, () => {
  it("is refused if the person's data were changed too often", () => {
    const often = [...past, avatarChanged(2, 2, 'old', null), ...changedTooOften(2)];
    for (const wish of [set, remove])
      given(often).when(changeAvatar, wish, { actor: 2 }).thenRefused('person-changed-too-often');
    // The service removes it before it erases the person.
    given(often)
      .when(changeAvatar, remove, { actor: null })
      .thenHappens(changed(3, null, 'old'));
  });

  it('sets, replaces and removes the avatar of the caller, each time under a new version', () => {
    asks(2, set).thenHappens(changed(2, image, null));
    const had = [...past, avatarChanged(2, 2, 'old', null)];
    given(had)
      .when(changeAvatar, set, { actor: 2 })
      .thenHappens(changed(3, image, 'old'));
    given(had)
      .when(changeAvatar, remove, { actor: 2 })
      .thenHappens(changed(3, null, 'old'));
  });

  it('does nothing if there is none to remove', () => {
    asks(2, remove).thenNothing();
    asks(2, remove, avatarChanged(2, 2, 'old', null), avatarChanged(2, 3, null, 'old')).thenNothing();
  });

  it('allows only administrators to change theirs if the organization is set so', () => {
    const closed = [...past, settingsChanged({ avatar_changes_disabled: true })];
    given(closed).when(changeAvatar, set, { actor: 2 }).thenRefused('avatar-changes-disabled');
    given(closed).when(changeAvatar, remove, { actor: 2 }).thenRefused('avatar-changes-disabled');
    given(closed)
      .when(changeAvatar, { ...set, userId: user(1) }, { actor: 1 })
      .thenHappens(changed(2, image, null, 1));
  });

  it('refuses to change the avatar of somebody else', () => {
    asks(1, set).thenRefused('permission-insufficient');
    asks(9, { ...set, userId: user(9) }).thenRefused('user-missing');
  });

  it('leaves the avatars of bots to the commands about bots', () => {
    asks(2, { ...set, userId: user(4) }, newBot(4, 2)).thenRefused('permission-insufficient');
  });

  it('removes the avatar of an erased person, even if avatars may not be changed', () => {
    asks(
      null,
      remove,
      avatarChanged(2, 2, 'old', null),
      settingsChanged({ avatar_changes_disabled: true }),
    ).thenHappens(changed(3, null, 'old'));
  });
});
