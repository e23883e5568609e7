/** DELETE /realm/domains/{domain}. If the last domain is removed, the organization no longer restricts addresses to its domains. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const removeRealmDomain = defineCommand({
  name: 'remove-realm-domain',
  input: z.object({ domain: z.string() }),
  refusals: ['administrator-required', 'domain-missing'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, input, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const domain = input.domain.trim().toLowerCase();
    const { domains, settings } = state.realm;
    if (!domains.some((other) => other.domain === domain))
      return refuse({ code: 'domain-missing', domain: input.domain });
    const events: DomainEvent[] = [{ type: 'RealmDomainRemoved', data: { domain } }];
    if (domains.length === 1 && settings.emails_restricted_to_domains)
      events.push({
        type: 'RealmSettingsChanged',
        data: { settings: { emails_restricted_to_domains: false }, previous: { emails_restricted_to_domains: true } },
      });
    return accept([{ stream: logStream.realm(realmId), events }], {});
  },
});
