/** `realm_domains` events. */
import type { EventFields } from '../wire/client-events.ts';
import { realmDomainObject } from '../wire/realm-domains.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const realmDomainFeed: Feed = {
  RealmDomainAdded:
    ({ data: { domain } }) =>
    () => [domainEvent({ op: 'add', realm_domain: realmDomainObject(domain) })],
  RealmDomainChanged:
    ({ data }) =>
    () => [domainEvent({ op: 'change', realm_domain: realmDomainObject(data) })],
  RealmDomainRemoved:
    ({ data: { domain } }) =>
    () => [domainEvent({ op: 'remove', domain })],
};

const domainEvent = (fields: EventFields<'realm_domains'>): ClientEvent => ({
  type: 'realm_domains',
  scope: { kind: 'everyone' },
  body: { kind: 'plain', fields },
});
