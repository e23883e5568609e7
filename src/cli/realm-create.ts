import { z } from 'zod';
import { keyOf } from './accounts.ts';
import { defineTask } from './subcommand.ts';

/** Founds an organization, with its first owner. */
export const realmCreate = defineTask({
  name: 'realm create',
  summary: 'Found an organization, with its first owner',
  options: {
    subdomain: { type: 'string' },
    name: { type: 'string' },
    description: { type: 'string' },
    'email-domain': { type: 'string' },
    'owner-email': { type: 'string' },
    'owner-name': { type: 'string' },
  },
  help: {
    subdomain: 'it answers at <subdomain>.<VERBATIM_DOMAIN>',
    name: 'what it is called (default: the subdomain)',
    description: 'one paragraph of markdown',
    'email-domain': "domain of its bots' addresses (default: <subdomain>.<VERBATIM_DOMAIN>)",
    'owner-email': 'address of the first owner',
    'owner-name': "the owner's full name",
  },
  input: z.object({
    subdomain: z.string(),
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
    const { realmId, ownerId } = await services.found({ subdomain, name, description, emailDomain, owner });
    return [
      `realm_id=${realmId}`,
      ...(ownerId === null
        ? []
        : [`user_id=${ownerId}`, `email=${email}`, `api_key=${keyOf(services, realmId, ownerId)}`]),
    ];
  },
});
