/** Adds a person to the organization, on behalf of an administrator or of the service itself. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import type { ChannelId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { owner, Role } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator, actsAsOwner } from '../rules/acting.ts';
import { addressRefusal, addressRefusals, isAddressAdmitted } from '../rules/address.ts';
import { fullNameRefusal, fullNameRefusals } from '../rules/full-name.ts';
import { personCreated } from '../rules/new-people.ts';

export const createUser = defineCommand({
  name: 'create-user',
  input: z.object({
    email: z.string(),
    fullName: z.string(),
    role: Role,
    timezone: z.string().max(50).optional(),
    passwordHash: z.string().optional(),
  }),
  refusals: [
    ...fullNameRefusals,
    'administrator-required',
    'owner-required',
    'users-too-many',
    ...addressRefusals,
    'email-not-admitted',
  ],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, { role, timezone = '', passwordHash, ...input }, context) {
    const { actor, fingerprint } = context;
    const fullName = input.fullName.trim();
    const email = input.email.trim();
    const badName = fullNameRefusal(fullName);
    if (badName) return refuse(badName);
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    if (role === owner && !actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    if (state.directory.accounts.size >= limits.usersMax)
      return refuse({ code: 'users-too-many', max: limits.usersMax });
    const badAddress = addressRefusal(state, email, fingerprint);
    if (badAddress) return refuse(badAddress);
    // An operator may add anybody.
    if (actor !== null && !isAddressAdmitted(state, email)) return refuse({ code: 'email-not-admitted', email });

    // All default streams exist, because archiving a stream removes it from the default streams.
    const channelIds = state.realm.defaultChannels;
    const isOpen = (channelId: ChannelId): boolean => state.realm.defaultChannels.includes(channelId);
    const { userId, appends } = personCreated(
      state,
      { fullName, email, role, timezone, passwordHash, channelIds, isOpen },
      context,
    );
    return accept(appends, { userId });
  },
});
