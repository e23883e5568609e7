/** Finds organizations and accounts by the names given on the command line. */
import { randomUUID } from 'node:crypto';
import type { By, Services } from '../http/services.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';

export const commandLineClient = 'Command line';

/** The command line acts for nobody. Its acts are known by their client. */
export const byCommandLine = (realmId: RealmId): By => ({
  realmId,
  userId: null,
  client: commandLineClient,
  requestId: randomUUID(),
});

/** The option whose value `realmNamed` takes. */
export const realmOption = { type: 'string', help: "the organization's subdomain" } as const;

/** Throws WrongValue. */
export function realmNamed(services: Services, subdomain: string): RealmId {
  const realmId = services.state.bySubdomain.get(subdomain);
  if (realmId === undefined) throw noOrganization(subdomain, services.state.bySubdomain.keys());
  return realmId;
}

export const noOrganization = (subdomain: string, known: Iterable<string>): WrongValue =>
  new WrongValue('realm', `there is no organization ${subdomain} (known: ${[...known].join(', ') || 'none'})`);

/** Throws WrongValue, which names the option `option`. */
export function userNamed(services: Services, realmId: RealmId, email: string, option = 'email'): UserId {
  const { directory } = services.realm(realmId);
  const userId = directory.addresses.get(services.secrets.fingerprintIn(directory, realmId, email));
  if (userId === undefined) throw new WrongValue(option, `no account in this organization has the address ${email}`);
  return userId;
}

/** The current API key of an account. */
export function keyOf(services: Services, realmId: RealmId, userId: UserId): string {
  const generation = services.realm(realmId).directory.accounts.get(userId)?.keyGeneration ?? 1;
  return services.secrets.apiKey(realmId, userId, generation);
}
