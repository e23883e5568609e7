import { removeRealmDomain } from '../../../commands/realm/remove-realm-domain.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, given } from '../../support/given.ts';
import { domainAdded, settingsChanged } from '../../support/writes.ts';
import { inRealm, past } from './realm-domains.ts';

const asks = askingFor(removeRealmDomain, past);

const domain = 'acme.example';
const removed = { type: 'RealmDomainRemoved', data: { domain } } as const;

describeCommand(removeRealmDomain, () => {
  it('removes a domain, once', () => {
    const first = asks(2, { domain: ' Acme.example' });
    first.thenHappens(inRealm(removed));
    first.andThen().when(removeRealmDomain, { domain }, { actor: 2 }).thenRefused('domain-missing', { domain });
    asks(2, { domain: 'x.example' }).thenRefused('domain-missing', { domain: 'x.example' });
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
    asks(3, { domain: 'x' }).thenRefused('administrator-required');
  });
});
