/** POST /realm/domains: addresses of this domain belong to the organization. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { isDomain } from '../rules/address.ts';

export const addRealmDomain = defineCommand({
  name: 'add-realm-domain',
  input: z.object({ domain: z.string(), allowSubdomains: z.boolean() }),
  refusals: ['domain-invalid', 'administrator-required', 'domain-taken', 'domains-too-many'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { allowSubdomains, ...input }, { realmId, actor }) {
    const domain = input.domain.trim().toLowerCase();
    if (!isDomain(domain) || !domain.includes('.')) return refuse({ code: 'domain-invalid' });
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const { domains, domainIdMax } = state.realm;
    if (domains.some((other) => other.domain === domain)) return refuse({ code: 'domain-taken', domain });
    if (domains.length >= limits.realmDomainsMax)
      return refuse({ code: 'domains-too-many', max: limits.realmDomainsMax });
    const added = { id: domainIdMax + 1, domain, allowSubdomains };
    return acceptEvent(
      logStream.realm(realmId),
      { type: 'RealmDomainAdded', data: { domain: added } },
      { id: added.id, domain },
    );
  },
});
