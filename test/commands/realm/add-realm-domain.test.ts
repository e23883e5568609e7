import { expect } from 'chai';
import { addRealmDomain } from '../../../commands/realm/add-realm-domain.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor } from '../../support/given.ts';
import { domainAdded, domainRemoved } from '../../support/writes.ts';
import { inRealm, past } from './realm-domains.ts';

const asks = askingFor(addRealmDomain, past);

const wish = (domain: string) => ({ domain, allowSubdomains: true });
const added = (id: number, domain: string) =>
  inRealm({ type: 'RealmDomainAdded', data: { domain: { id, domain, allowSubdomains: true } } });

describeCommand(addRealmDomain, () => {
  it('stores the domain in lower case, under an id of its own', () => {
    const result = asks(2, wish(' Corp.Example '));
    expect(result.thenHappens(added(2, 'corp.example'))).to.deep.equal({ id: 2, domain: 'corp.example' });
    asks(1, wish('acme.example'), domainRemoved('acme.example')).thenHappens(added(2, 'acme.example'));
  });

  it('refuses an invalid domain, one that was added already, and callers who are not administrators', () => {
    for (const domain of ['', 'example', 'a b.example', '@acme.example', 'x..example', `${'x'.repeat(260)}.example`])
      asks(3, wish(domain)).thenRefused('domain-invalid');
    for (const actor of [3, 4, 6]) asks(actor, wish('acme.example')).thenRefused('administrator-required');
    asks(2, wish('ACME.example')).thenRefused('domain-taken', {
      domain: 'acme.example',
    });
  });

  it('is limited in number (realmDomainsMax)', () => {
    const many = Array.from({ length: limits.realmDomainsMax - 1 }, (_, index) =>
      domainAdded(index + 2, `d${index}.example`),
    );
    asks(2, wish('corp.example'), many).thenRefused('domains-too-many');
  });
});
