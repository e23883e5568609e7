/** Organizations and accounts as they are named on the command line. */
import type { By, Services } from '../http/services.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { UsageError } from './subcommand.ts';

/** On whose behalf the command line acts: the service's own. */
export const byCommandLine = (realmId: RealmId): By => ({
  realmId,
  userId: null,
  client: 'Internal',
  requestId: 'command-line',
});

/** Throws UsageError. */
export function realmNamed(services: Services, subdomain: string): RealmId {
  const realmId = services.state.bySubdomain.get(subdomain);
  if (realmId === undefined) {
    const known = [...services.state.bySubdomain.keys()].join(', ');
    throw new UsageError(`there is no organization ${subdomain} (there is: ${known || 'none'})`);
  }
  return realmId;
}

/** Throws UsageError. */
export function userNamed(services: Services, realmId: RealmId, email: string): UserId {
  const userId = services.realm(realmId).directory.addresses.get(services.secrets.fingerprint(realmId, email));
  if (userId === undefined) throw new UsageError(`nobody in this organization has the address ${email}`);
  return userId;
}

/** The key that is valid now. */
export function keyOf(services: Services, realmId: RealmId, userId: UserId): string {
  const generation = services.realm(realmId).directory.accounts.get(userId)?.keyGeneration ?? 1;
  return services.secrets.apiKey(realmId, userId, generation);
}
