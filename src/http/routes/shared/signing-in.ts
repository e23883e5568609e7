/** The common code of endpoints that return API keys. */
import { recordSignIn } from '../../../../commands/audit/record-sign-in.ts';
import type { Call } from '../../../define/endpoint.ts';
import type { Account } from '../../../state/directory.ts';
import type { RealmState } from '../../../state/realm-state.ts';
import type { signInMethods } from '../../../vocabulary/events/audit.ts';
import type { UserId } from '../../../vocabulary/ids.ts';
import { invalid } from '../../request/parameter-errors.ts';
import { type Problem, ProblemError } from '../../response/problem.ts';
import type { Services, ServicesRunning } from '../../services.ts';

export const signInRefused = (msg: string, reason: string): Problem => ({ status: 403, msg, fields: { reason } });

export const unregistered = signInRefused('This user is not registered.', 'unregistered');
export const disabled = signInRefused('Your account has been disabled.', 'user disable');
export const noOrganization = invalid('Invalid subdomain');
export const realmDeactivated = signInRefused('This organization has been deactivated.', 'realm deactivated');

/** The organization of the host, if users may sign in to it. */
export function organizationOf(
  call: { readonly rootHost: boolean; readonly realmId: RealmState['realmId'] },
  services: Pick<Services, 'realm'>,
): RealmState {
  if (call.rootHost) throw new ProblemError(noOrganization);
  const state = services.realm(call.realmId);
  if (state.realm.deactivated) throw new ProblemError(realmDeactivated);
  return state;
}

export function accountAt(
  { secrets }: Pick<Services, 'secrets'>,
  { realmId, directory }: RealmState,
  address: string,
): Account | undefined {
  const userId = directory.addresses.get(secrets.fingerprintIn(directory, realmId, address));
  return userId === undefined ? undefined : directory.accounts.get(userId);
}

/**
 * The person with an e-mail address. Another process may have just added them. It waits for the log in any case, so that the duration of
 * the answer does not show whether somebody has an account.
 */
export async function personAt(
  services: Pick<Services, 'secrets' | 'catchUp'>,
  realm: RealmState,
  address: string,
): Promise<Account | undefined> {
  await services.catchUp();
  const account = accountAt(services, realm, address);
  return account?.bot ? undefined : account;
}

/**
 * The answer with the API key of an account, for a caller who proved by `method` that the account is theirs. `address`: the address as they
 * gave it.
 */
export async function keyAnswer(
  call: Parameters<typeof signedIn>[0],
  services: ServicesRunning<typeof recordSignIn>,
  { people }: RealmState,
  { userId, keyGeneration }: Account,
  { method, address }: { readonly method: Parameters<typeof signedIn>[3]; readonly address: string },
): Promise<{ api_key: string; email: string }> {
  await signedIn(call, services, userId, method);
  return {
    api_key: services.secrets.apiKey(call.realmId, userId, keyGeneration),
    email: people.byId.get(userId)?.email ?? address,
  };
}

/** Called before a key is returned, so that every caller who gets a key is recorded. */
export async function signedIn(
  call: Pick<Call<unknown>, 'realmId' | 'client' | 'requestId' | 'address'>,
  services: ServicesRunning<typeof recordSignIn>,
  userId: UserId,
  method: (typeof signInMethods)[number],
): Promise<void> {
  const { realmId, client, requestId } = call;
  await services.run(recordSignIn, { userId, method, address: call.address() }, { realmId, userId, client, requestId });
}
