/** Domains of an organization in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { RealmDomain } from '../vocabulary/realm-domains.ts';

export const RealmDomainSchema = z
  .object({ domain: z.string(), allow_subdomains: z.boolean() })
  .meta({ id: 'RealmDomain', description: "A domain of the organization's e-mail addresses." });
type RealmDomainObject = DeepReadonly<z.infer<typeof RealmDomainSchema>>;

type Facts = Pick<RealmDomain, 'domain' | 'allowSubdomains'>;

export const realmDomainObject = ({ domain, allowSubdomains }: Facts): RealmDomainObject => ({
  domain,
  allow_subdomains: allowSubdomains,
});
