/** An answer may take long, and its reader may lose access in that time. Then the rest of the answer must not be sent. */
import type { ServerState } from '../../state/realm-state.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { ProblemError } from '../response/problem.ts';
import { unavailable } from '../response/refusals.ts';
import { deactivated, wrongKey } from './authenticate.ts';

/** The error that a new request with the same key would get. Undefined if it would be accepted. */
export type RefusedSince = () => Error | undefined;

/** Must be called while the caller is authenticated. Both ids are undefined if no authentication is required. */
export function refusedSince(
  server: ServerState,
  realmId: RealmId | undefined,
  userId: UserId | undefined,
): RefusedSince {
  const accountNow = () =>
    realmId === undefined || userId === undefined
      ? undefined
      : server.realms.get(realmId)?.directory.accounts.get(userId);
  const generation = accountNow()?.keyGeneration;
  return () => {
    const account = accountNow();
    if (!account || realmId === undefined) return undefined;
    if (server.importing.has(realmId)) return new ProblemError(unavailable);
    if (server.realms.get(realmId)?.realm.deactivated) return new Refused({ code: 'realm-deactivated' });
    if (account.keyGeneration !== generation) return new ProblemError(wrongKey);
    return account.active ? undefined : new ProblemError(deactivated);
  };
}
