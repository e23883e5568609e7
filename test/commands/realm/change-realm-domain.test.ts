import { changeRealmDomain } from '../../../commands/realm/change-realm-domain.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor } from '../../support/given.ts';
import { inRealm, past } from './realm-domains.ts';

const asks = askingFor(changeRealmDomain, past);

const wish = (domain: string, allowSubdomains = true) => ({ domain, allowSubdomains });

describeCommand(changeRealmDomain, () => {
  it('changes whether subdomains count', () => {
    const data = { domain: 'acme.example', allowSubdomains: true };
    const first = asks(2, wish(' Acme.example '));
    first.thenHappens(inRealm({ type: 'RealmDomainChanged', data }));
    first.andThen().when(changeRealmDomain, wish('acme.example'), { actor: 2 }).thenNothing();
  });

  it('is only for administrators, and refuses unknown domains', () => {
    for (const domain of ['acme.example', 'x.example']) asks(3, wish(domain)).thenRefused('administrator-required');
    asks(2, wish('x.example')).thenRefused('domain-missing', { domain: 'x.example' });
  });
});
