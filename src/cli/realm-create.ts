import { z } from 'zod';
import { createRealm, Subdomain } from '../../commands/realm/create-realm.ts';
import { keyOf } from './accounts.ts';
import { defineTask } from './subcommand.ts';

export const realmCreate = defineTask({
  name: 'realm create',
  makesData: true,
  summary: 'Create an organization and its first owner',
  options: {
    subdomain: { type: 'string', help: 'the organization answers at <subdomain>.<VERBATIM_DOMAIN>' },
    name: { type: 'string', help: 'name of the organization (default: the subdomain)' },
    description: { type: 'string', help: 'description, in markdown' },
    'email-domain': { type: 'string', help: "domain of bots' addresses (default: <subdomain>.<VERBATIM_DOMAIN>)" },
    'owner-email': { type: 'string', help: 'address of the first owner' },
    'owner-name': { type: 'string', help: "the owner's full name" },
  },
  optionOf: { email: 'owner-email', fullName: 'owner-name' },
  input: z.object({
    subdomain: Subdomain,
    name: z.string().optional(),
    description: z.string().optional(),
    'email-domain': z.string().optional(),
    'owner-email': z.string(),
    'owner-name': z.string(),
  }),
  async perform({ services }, { subdomain, name = subdomain, description, ...given }) {
    const emailDomain = given['email-domain'] ?? `${subdomain}.${services.config.domain}`;
    const email = given['owner-email'];
    const owner = { email, fullName: given['owner-name'] };
    const { realmId, ownerId } = await services.runOnServer(createRealm, {
      subdomain,
      name,
      description,
      emailDomain,
      owner,
    });
    return [
      `realm_id=${realmId}`,
      ...(ownerId === null
        ? []
        : [`user_id=${ownerId}`, `email=${email}`, `api_key=${keyOf(services, realmId, ownerId)}`]),
    ];
  },
});
