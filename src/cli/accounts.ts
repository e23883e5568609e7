/** Finds organizations and accounts by the names given on the command line. */
import type { By, Services } from '../http/services.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { UsageError } from './subcommand.ts';

/** The command line acts for the service itself, not for a user. */
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
    throw new UsageError(`there is no organization ${subdomain} (known: ${known || 'none'})`);
  }
  return realmId;
}

/** Throws UsageError. */
export function userNamed(services: Services, realmId: RealmId, email: string): UserId {
  const { directory } = services.realm(realmId);
  const userId = directory.addresses.get(services.secrets.fingerprintIn(directory, realmId, email));
  if (userId === undefined) throw new UsageError(`no account in this organization has the address ${email}`);
  return userId;
}

/** The current API key of an account. */
export function keyOf(services: Services, realmId: RealmId, userId: UserId): string {
  const generation = services.realm(realmId).directory.accounts.get(userId)?.keyGeneration ?? 1;
  return services.secrets.apiKey(realmId, userId, generation);
}
