import { expect } from 'chai';
import { addRealmDomain } from '../../../commands/realm/add-realm-domain.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given } from '../../support/given.ts';
import { domainAdded, domainRemoved } from '../../support/writes.ts';
import { inRealm, past } from './realm-domains.ts';

const wish = (domain: string) => ({ domain, allowSubdomains: true });
const added = (id: number, domain: string) =>
  inRealm({ type: 'RealmDomainAdded', data: { domain: { id, domain, allowSubdomains: true } } });

describeCommand(addRealmDomain, () => {
  it('stores the domain in lower case, under an id of its own', () => {
    const result = given(past).when(addRealmDomain, wish(' Corp.Example '), { actor: 2 });
    expect(result.thenHappens(added(2, 'corp.example'))).to.deep.equal({ id: 2, domain: 'corp.example' });
    given(past, domainRemoved('acme.example'))
      .when(addRealmDomain, wish('acme.example'), { actor: 1 })
      .thenHappens(added(2, 'acme.example'));
  });

  it('refuses an invalid domain, one that was added already, and callers who are not administrators', () => {
    for (const domain of ['', 'example', 'a b.example', '@acme.example', 'x..example', `${'x'.repeat(260)}.example`])
      given(past).when(addRealmDomain, wish(domain), { actor: 3 }).thenRefused('domain-invalid');
    for (const actor of [3, 4, 6])
      given(past).when(addRealmDomain, wish('acme.example'), { actor }).thenRefused('administrator-required');
    given(past).when(addRealmDomain, wish('ACME.example'), { actor: 2 }).thenRefused('domain-taken', {
      domain: 'acme.example',
    });
  });

  it('is limited in number (realmDomainsMax)', () => {
    const many = Array.from({ length: limits.realmDomainsMax - 1 }, (_, index) =>
      domainAdded(index + 2, `d${index}.example`),
    );
    given(past, many).when(addRealmDomain, wish('corp.example'), { actor: 2 }).thenRefused('domains-too-many');
  });
});
