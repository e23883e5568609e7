/** PATCH /realm/domains/{domain}: sets whether addresses of subdomains also belong to the organization. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const changeRealmDomain = defineCommand({
  name: 'change-realm-domain',
  input: z.object({ domain: z.string(), allowSubdomains: z.boolean() }),
  refusals: ['administrator-required', 'domain-missing'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { allowSubdomains, ...input }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const domain = input.domain.trim().toLowerCase();
    const known = state.realm.domains.find((other) => other.domain === domain);
    if (!known) return refuse({ code: 'domain-missing', domain: input.domain });
    if (known.allowSubdomains === allowSubdomains) return accept([], {});
    const data = { domain, allowSubdomains };
    return acceptEvent(logStream.realm(realmId), { type: 'RealmDomainChanged', data });
  },
});
