import { removeRealmDomain } from '../../../commands/realm/remove-realm-domain.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given } from '../../support/given.ts';
import { domainAdded, settingsChanged } from '../../support/writes.ts';
import { inRealm, past } from './realm-domains.ts';

const domain = 'acme.example';
const removed = { type: 'RealmDomainRemoved', data: { domain } } as const;

describeCommand(removeRealmDomain, () => {
  it('removes a domain, once', () => {
    const first = given(past).when(removeRealmDomain, { domain: ' Acme.example' }, { actor: 2 });
    first.thenHappens(inRealm(removed));
    first.andThen().when(removeRealmDomain, { domain }, { actor: 2 }).thenRefused('domain-missing', { domain });
    given(past)
      .when(removeRealmDomain, { domain: 'x.example' }, { actor: 2 })
      .thenRefused('domain-missing', { domain: 'x.example' });
  });

  it('ends the restriction to domains when the last one is removed', () => {
    const restricted = [...past, settingsChanged({ emails_restricted_to_domains: true })];
    given(restricted, domainAdded(2, 'x.example'))
      .when(removeRealmDomain, { domain }, { actor: 2 })
      .thenHappens(inRealm(removed));
    const settings = { emails_restricted_to_domains: false };
    const previous = { emails_restricted_to_domains: true };
    given(restricted)
      .when(removeRealmDomain, { domain }, { actor: 2 })
      .thenHappens(inRealm(removed, { type: 'RealmSettingsChanged', data: { settings, previous } }));
  });

  it('is only for administrators', () => {
    given(past).when(removeRealmDomain, { domain: 'x' }, { actor: 3 }).thenRefused('administrator-required');
  });
});
