/** `realm_domains` events. */
import type { EventFields } from '../wire/client-events.ts';
import { realmDomainObject } from '../wire/realm-domains.ts';
import { everyone, plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const realmDomainFeed = fromAfter({
  RealmDomainAdded: ({ data: { domain } }) => [domainEvent({ op: 'add', realm_domain: realmDomainObject(domain) })],
  RealmDomainChanged: ({ data }) => [domainEvent({ op: 'change', realm_domain: realmDomainObject(data) })],
  RealmDomainRemoved: ({ data: { domain } }) => [domainEvent({ op: 'remove', domain })],
});

const domainEvent = (fields: EventFields<'realm_domains'>) => plainEvent('realm_domains', everyone, fields);
