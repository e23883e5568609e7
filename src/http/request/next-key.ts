/** Recognizes a valid key that another process has just issued, by creating the user or replacing the key. */
import { keyForm } from '../../engine/secrets.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { Keys } from './authenticate.ts';
import type { Context } from './request-context.ts';
import { queryOf } from './strict.ts';

/** Whether it is the key that follows the user's current one. Only then is it worth reading the log before the key is refused. */
export function isNextKey({ secrets, state }: Keys, realmId: RealmId | undefined, context: Context): boolean {
  const key = keyOf(context);
  const userId = keyForm.test(key) ? secrets.userOfKey(key) : undefined;
  const accounts = realmId === undefined ? undefined : state.realms.get(realmId)?.directory.accounts;
  if (userId === undefined || realmId === undefined || !accounts) return false;
  const generation = (accounts.get(userId)?.keyGeneration ?? 0) + 1;
  return secrets.secretOfKey(key, realmId, userId, generation) !== undefined;
}

/** The key in the request, in any form. Empty if there is none. */
function keyOf(context: Context): string {
  if (context.state.endpoint?.access === 'key') return queryOf(context).api_key ?? '';
  const [, encoded = ''] = (context.req.headers.authorization ?? '').trim().split(/\s+/);
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[1]?.trim() ?? '';
}
