/** POST and DELETE /users/me/avatar: makes a received image the avatar of the caller, or returns to a gravatar. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isAdmin } from '../../src/state/directory.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { StoredImage } from '../../src/vocabulary/images.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { avatarChanged } from '../rules/avatar.ts';
import { personChangesRefusal } from '../rules/person-changes.ts';

export const changeAvatar = defineCommand({
  name: 'change-avatar',
  input: z.object({ userId: UserId, avatar: StoredImage.nullable() }),
  refusals: ['user-missing', 'permission-insufficient', 'avatar-changes-disabled', 'person-changed-too-often'],
  stream: ({ userId }, realmId) => logStream.person(realmId, userId),
  decide(state, { userId, avatar }, { realmId, actor }) {
    const account = state.directory.accounts.get(userId);
    const person = state.people.byId.get(userId);
    if (!account || !person) return refuse({ code: 'user-missing' });
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    // The service removes the avatar of a person who is erased, whatever the setting says.
    if (actor !== null && state.realm.settings.avatar_changes_disabled && !isAdmin(account))
      return refuse({ code: 'avatar-changes-disabled' });
    if (!avatar && !person.avatar) return accept([], {});
    const events = [avatarChanged(userId, avatar, person)];
    const tooOften = personChangesRefusal(state, userId, events, actor);
    if (tooOften) return refuse(tooOften);
    return accept([{ stream: logStream.person(realmId, userId), events }], {});
  },
});
