/**
 * Who asks. HTTP Basic carries an address and an API key (docs/api.md, Authentication); an incoming webhook's address carries the key
 * alone. Keys are derived, so checking one costs two HMACs; what was once found right is kept until the key changes or the account is
 * deactivated.
 */
import { keyForm, type Secrets, sameKey } from '../../engine/secrets.ts';
import type { Account } from '../../state/directory.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { incomingWebhookBot } from '../../vocabulary/roles.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { unavailable } from '../response/refusals.ts';
import type { Services } from '../services.ts';
import { missing } from './parameter-errors.ts';
import type { Context, Middleware } from './request-context.ts';
import { queryOf } from './strict.ts';

export type Authenticate = (
  realmId: RealmId | undefined,
  header: string | undefined,
  options?: { readonly incomingWebhookBots?: boolean },
) => UserId;

export type Keys = { readonly secrets: Secrets; readonly state: ServerState };

const unauthorized = (msg: string): Problem => ({
  status: 401,
  msg,
  headers: { 'WWW-Authenticate': 'Basic realm="zulip"' },
});

const noHeader = unauthorized('Not logged in: API authentication or user session required');
const badHeader = unauthorized('Invalid authorization header for basic auth');
const notBasic: Problem = { status: 400, msg: 'This endpoint requires HTTP basic authentication.' };
const malformedKey = unauthorized('Malformed API key');
const wrongKey = unauthorized('Invalid API key');
const deactivated = unauthorized('Account is deactivated');
const webhooksOnly = unauthorized('This API is not available to incoming webhook bots.');

/** Credentials that were right in this organization for this key generation; in another they are wrong. */
type Checked = { readonly realmId: RealmId; readonly userId: UserId; readonly generation: number };

const checkedMax = 50_000;

export function authenticator({ secrets, state }: Keys): Authenticate {
  const checked = new Map<string, Checked>();

  /** Whose credentials these are; remembers them when they are right. */
  function check(realmId: RealmId, header: string): Account {
    const directory = state.realms.get(realmId)?.directory;
    const before = checked.get(header);
    const known = before?.realmId === realmId ? directory?.accounts.get(before.userId) : undefined;
    if (known && known.keyGeneration === before?.generation) return known;
    checked.delete(header);
    const { address, key } = credentialsOf(header);
    if (!keyForm.test(key)) throw new ProblemError(malformedKey);
    const userId = directory?.addresses.get(secrets.fingerprint(realmId, address));
    const account = userId === undefined ? undefined : directory?.accounts.get(userId);
    if (!account || !sameKey(key, secrets.apiKey(realmId, account.userId, account.keyGeneration)))
      throw new ProblemError(wrongKey);
    forgetOldest(checked);
    checked.set(header, { realmId, userId: account.userId, generation: account.keyGeneration });
    return account;
  }

  return (realmId, header, options) => {
    if (header === undefined) throw new ProblemError(noHeader);
    if (realmId === undefined) {
      credentialsOf(header);
      throw new ProblemError(wrongKey);
    }
    const account = check(realmId, header);
    if (!account.active) throw new ProblemError(deactivated);
    if (account.bot?.type === incomingWebhookBot && !options?.incomingWebhookBots) throw new ProblemError(webhooksOnly);
    return account.userId;
  };
}

/** Finds out who asks where the endpoint wants to know. An organization that is being imported answers nobody. */
export function authenticated(services: Services): Middleware {
  const authenticate = authenticator(services);
  return (context, next) => {
    const { state } = context;
    if (state.realmId !== undefined && services.state.importing.has(state.realmId)) throw new ProblemError(unavailable);
    if (state.endpoint?.access === 'user')
      state.userId = authenticate(state.realmId, context.headers.authorization, state.endpoint);
    if (state.endpoint?.access === 'key') state.userId = userOfApiKey(services, state.realmId, keyIn(context));
    return next();
  };
}

/** From the query alone: nobody reads a body before it is known who sends it. */
function keyIn(context: Context): string {
  const { api_key: key } = queryOf(context);
  if (key === undefined) throw new ProblemError(missing('api_key'));
  return key;
}

/**
 * Whose key a webhook's address carries: any active account's. Throws the answer to a wrong one, which has a code here, unlike the
 * answers to wrong credentials in the header.
 */
export function userOfApiKey({ secrets, state }: Keys, realmId: RealmId | undefined, key: string): UserId {
  const userId = secrets.userOfKey(key);
  const accounts = realmId === undefined ? undefined : state.realms.get(realmId)?.directory.accounts;
  const account = userId === undefined ? undefined : accounts?.get(userId);
  if (
    realmId === undefined ||
    !account ||
    !sameKey(key, secrets.apiKey(realmId, account.userId, account.keyGeneration))
  )
    throw new ProblemError({ ...wrongKey, code: 'INVALID_API_KEY' });
  if (!account.active) throw new ProblemError(deactivated);
  return account.userId;
}

function credentialsOf(header: string): { address: string; key: string } {
  const [scheme = '', encoded, ...rest] = header.trim().split(/\s+/);
  if (encoded === undefined || rest.length > 0) throw new ProblemError(badHeader);
  if (scheme.toLowerCase() !== 'basic') throw new ProblemError(notBasic);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw new ProblemError(badHeader);
  const [address, key, ...more] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (address === undefined || key === undefined || more.length > 0) throw new ProblemError(badHeader);
  return { address: address.trim(), key: key.trim() };
}

function forgetOldest(checked: Map<string, Checked>): void {
  if (checked.size < checkedMax) return;
  for (const key of checked.keys()) {
    checked.delete(key);
    return;
  }
}
