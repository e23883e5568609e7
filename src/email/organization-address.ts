/** The address of an organization, for links in e-mails. */
import type { Config } from '../config.ts';
import type { RealmState } from '../state/realm-state.ts';

export const organizationAddress = (
  { publicUrl, domain }: Pick<Config, 'publicUrl' | 'domain'>,
  { realm }: RealmState,
): string => (publicUrl === '' ? `https://${realm.subdomain}.${domain}` : publicUrl);
