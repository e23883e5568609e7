import { z } from 'zod';
import { createUser } from '../../commands/user/create-user.ts';
import { administrator, guest, member, owner } from '../vocabulary/roles.ts';
import { byCommandLine, keyOf, realmNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

const roles = { owner, administrator, member, guest } as const;

export const userCreate = defineTask({
  name: 'user create',
  summary: 'Add a person to an organization',
  options: {
    realm: { type: 'string', help: "the organization's subdomain" },
    email: { type: 'string', help: 'address' },
    name: { type: 'string', help: 'full name' },
    role: { type: 'string', help: 'owner, administrator, member (default) or guest' },
  },
  optionOf: { fullName: 'name' },
  input: z.object({
    realm: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['owner', 'administrator', 'member', 'guest']).default('member'),
  }),
  async perform({ services }, { realm, email, name, role }) {
    const realmId = realmNamed(services, realm);
    const input = { email, fullName: name, role: roles[role] };
    const { userId } = (await services.run(createUser, input, byCommandLine(realmId))).result;
    return [`user_id=${userId}`, `email=${email}`, `api_key=${keyOf(services, realmId, userId)}`];
  },
});
