import { expect } from 'chai';
import { feedOf, withoutIds } from '../support/feed.ts';
import { founded, newUser } from '../support/past-events.ts';
import { domainAdded, domainChanged, domainRemoved } from '../support/writes.ts';

describe('client events about the domains of an organization', () => {
  it('inform everybody which domain was added, changed or removed', () => {
    const past = [founded(), ...newUser(1), ...newUser(3, { role: 600 })];
    const news = [domainAdded(1, 'a.example'), domainChanged('a.example', true), domainRemoved('a.example')];
    const { receivedBy } = feedOf(past, news);
    for (const id of [1, 3]) {
      expect(withoutIds(receivedBy(id))).to.deep.equal([
        { type: 'realm_domains', op: 'add', realm_domain: { domain: 'a.example', allow_subdomains: false } },
        { type: 'realm_domains', op: 'change', realm_domain: { domain: 'a.example', allow_subdomains: true } },
        { type: 'realm_domains', op: 'remove', domain: 'a.example' },
      ]);
    }
  });
});
