import { changeRealmDomain } from '../../../commands/realm/change-realm-domain.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given } from '../../support/given.ts';
import { inRealm, past } from './realm-domains.ts';

const wish = (domain: string, allowSubdomains = true) => ({ domain, allowSubdomains });

describeCommand(changeRealmDomain, () => {
  it('changes whether subdomains count', () => {
    const data = { domain: 'acme.example', allowSubdomains: true };
    const first = given(past).when(changeRealmDomain, wish(' Acme.example '), { actor: 2 });
    first.thenHappens(inRealm({ type: 'RealmDomainChanged', data }));
    first.andThen().when(changeRealmDomain, wish('acme.example'), { actor: 2 }).thenNothing();
  });

  it('is only for administrators, and refuses unknown domains', () => {
    for (const domain of ['acme.example', 'x.example'])
      given(past).when(changeRealmDomain, wish(domain), { actor: 3 }).thenRefused('administrator-required');
    given(past)
      .when(changeRealmDomain, wish('x.example'), { actor: 2 })
      .thenRefused('domain-missing', { domain: 'x.example' });
  });
});
