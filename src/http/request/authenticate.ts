/**
 * Identifies the caller. HTTP Basic carries an address and an API key (docs/api.md, Authentication). The address of an incoming webhook
 * carries only the key. Keys are derived, so that checking one costs two HMACs.
 */
import type { IncomingMessage } from 'node:http';
import { keyForm, type Secrets } from '../../engine/secrets.ts';
import type { Account } from '../../state/directory.ts';
import type { ServerState } from '../../state/realm-state.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { incomingWebhookBot } from '../../vocabulary/roles.ts';
import { isLook } from '../past/look.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { unavailable } from '../response/refusals.ts';
import type { Services } from '../services.ts';
import { type Checked, CheckedCredentials } from './checked-credentials.ts';
import type { AddressOf } from './client-address.ts';
import { isNextKey } from './next-key.ts';
import { missing } from './parameter-errors.ts';
import { onRecord, WrongKey } from './record-wrong-key.ts';
import type { Context, Middleware } from './request-context.ts';
import { queryOf } from './strict.ts';
import type { WrongKeys } from './wrong-keys.ts';

export type Authenticate = (
  realmId: RealmId | undefined,
  header: string | undefined,
  options: { readonly incomingWebhookBots?: boolean } | undefined,
  /** Wrong credentials count against the network address of this request. */
  from: IncomingMessage,
) => UserId;

export type Keys = { readonly secrets: Secrets; readonly state: ServerState };

const unauthorized = (msg: string): Problem => ({
  status: 401,
  msg,
  headers: { 'WWW-Authenticate': 'Basic realm="zulip"' },
});

export const noHeader = unauthorized('Not logged in: API authentication or user session required');
const badHeader = unauthorized('Invalid authorization header for basic auth');
export const notBasic: Problem = { status: 400, msg: 'This endpoint requires HTTP basic authentication.' };
const malformedKey = unauthorized('Malformed API key');
export const wrongKey = unauthorized('Invalid API key');
export const wrongKeyOfWebhook: Problem = { ...wrongKey, code: 'INVALID_API_KEY' };
export const deactivated = unauthorized('Account is deactivated');
export const webhooksOnly = unauthorized('This API is not available to incoming webhook bots.');
export const fromAnotherSite: Problem = { status: 401, msg: 'Pages of other sites may not write' };

export function authenticator(keys: Keys, wrongKeys: WrongKeys, checked = new CheckedCredentials()): Authenticate {
  const { secrets, state } = keys;

  /** The user with these credentials. Valid credentials are cached. */
  function check(realmId: RealmId, { address, key }: Credentials): Account {
    if (!keyForm.test(key)) throw new ProblemError(malformedKey);
    const plainHeader = `Basic ${Buffer.from(`${foldCase(address)}:${key}`).toString('base64')}`;
    const before = stillKnown(keys, realmId, checked.get(plainHeader));
    if (before) return before;
    const directory = state.realms.get(realmId)?.directory;
    const userId = directory?.addresses.get(secrets.fingerprintIn(directory, realmId, address));
    const account = userId === undefined ? undefined : directory?.accounts.get(userId);
    const secret = account && secrets.secretOfKey(key, realmId, account.userId, account.keyGeneration);
    if (!account || secret === undefined) throw new WrongKey(wrongKey, userId ?? null);
    checked.set(plainHeader, { realmId, userId: account.userId, generation: account.keyGeneration, secret });
    return account;
  }

  const accountOf = (realmId: RealmId, header: string, from: IncomingMessage): Account =>
    stillKnown(keys, realmId, checked.get(header)) ??
    charged(wrongKeys, from, () => check(realmId, credentialsOf(header)));

  return (realmId, header, options, from) => {
    if (header === undefined) throw new ProblemError(noHeader);
    if (realmId === undefined) {
      credentialsOf(header);
      throw new ProblemError(wrongKey);
    }
    const account = accountOf(realmId, header, from);
    if (!account.active) throw new WrongKey(deactivated, account.userId);
    return admitted(account, options);
  };
}

/** Incoming-webhook bots may only send, because third parties have their keys. */
function admitted(account: Account, options: Parameters<Authenticate>[2]): UserId {
  if (account.bot?.type === incomingWebhookBot && !options?.incomingWebhookBots) throw new ProblemError(webhooksOnly);
  return account.userId;
}

/** The account of cached credentials, if they are still valid. */
function stillKnown(
  { secrets, state }: Keys,
  realmId: RealmId | undefined,
  before: Checked | undefined,
): Account | undefined {
  if (!before || before.realmId !== realmId) return undefined;
  const account = state.realms.get(realmId)?.directory.accounts.get(before.userId);
  return account?.keyGeneration === before.generation && secrets.accepts(before.secret) ? account : undefined;
}

/** Calls `check` unless the network address has sent too many wrong keys (429), and counts a failure against that address. */
function charged<T>(wrongKeys: WrongKeys, from: IncomingMessage, check: () => T): T {
  wrongKeys.admit(from);
  try {
    return check();
  } catch (error) {
    wrongKeys.count(from);
    throw error;
  }
}

/**
 * Authenticates the caller as the endpoint requires. An organization that is being imported answers no request. A deactivated one answers
 * no request that requires authentication.
 */
export function authenticated(services: Services, wrongKeys: WrongKeys, addressOf: AddressOf): Middleware {
  const authenticate = authenticator(services, wrongKeys);
  const userOfKey = keyAuthenticator(services, wrongKeys);
  return (context, next) => {
    const { state } = context;
    if (state.realmId !== undefined && services.state.importing.has(state.realmId)) throw new ProblemError(unavailable);
    const access = isLook(context) && state.endpoint ? 'user' : (state.access ?? state.endpoint?.access);
    const needsCaller = access === 'user' || access === 'key';
    if (needsCaller && state.realmId !== undefined && services.state.realms.get(state.realmId)?.realm.deactivated)
      throw new Refused({ code: 'realm-deactivated' });
    if (access === 'user' && writesFromAnotherSite(context)) throw new ProblemError(fromAnotherSite);
    const identify = (): void => {
      if (access === 'user')
        state.userId = authenticate(state.realmId, context.req.headers.authorization, state.endpoint, context.req);
      if (access === 'key') {
        const key = keyIn(context);
        state.userId = userOfKey(state.realmId, key, state.endpoint, context.req);
      }
    };
    try {
      identify();
    } catch (error) {
      if (!(error instanceof WrongKey)) throw error;
      return identifyAgain(context, identify, error).then(next);
    }
    return next();
  };

  /**
   * Identifies the caller once more if another process may have issued the key. A key that is still wrong is recorded before it is refused.
   */
  async function identifyAgain(context: Context, identify: () => void, refusal: WrongKey): Promise<void> {
    try {
      if (!isNextKey(services, context.state.realmId, context)) throw refusal;
      await services.catchUp();
      identify();
    } catch (error) {
      if (error instanceof WrongKey) await onRecord(services, addressOf, context, error);
      throw error;
    }
  }
}

/**
 * A browser that was once given credentials adds them to the forms that any page sends here, and to the pictures that it names. It says
 * itself where a request comes from. Programs do not say it. A read that is recorded writes to the log, in the name of its caller.
 */
function writesFromAnotherSite({ method, req, state: { endpoint } }: Context): boolean {
  const from = req.headers['sec-fetch-site'];
  const isRecorded = endpoint?.changesState || endpoint?.privileged || (endpoint?.commands?.length ?? 0) > 0;
  const isRead = (method === 'GET' || method === 'HEAD') && !isRecorded;
  return !isRead && (from === 'cross-site' || from === 'same-site');
}

/**
 * Checks keys in the addresses of webhooks. A third party sends the webhooks of many organizations from one network address. Therefore a
 * valid key is accepted even if that address has sent too many wrong ones.
 */
function keyAuthenticator(keys: Keys, wrongKeys: WrongKeys) {
  const checked = new CheckedCredentials();
  return (
    realmId: RealmId | undefined,
    key: string,
    options: Parameters<Authenticate>[2],
    from: IncomingMessage,
  ): UserId => {
    const known = stillKnown(keys, realmId, checked.get(key));
    if (known?.active) return admitted(known, options);
    const { account, secret } = charged(wrongKeys, from, () => ownerOfApiKey(keys, realmId, key));
    const { userId, keyGeneration: generation } = account;
    if (realmId !== undefined) checked.set(key, { realmId, userId, generation, secret });
    return admitted(account, options);
  };
}

/** Reads the key from the query alone, because the caller is authenticated before the body is read. */
function keyIn(context: Context): string {
  const { api_key: key } = queryOf(context);
  if (key === undefined) throw new ProblemError(missing('api_key'));
  return key;
}

/**
 * The active account whose key is in the address of a webhook. Throws the answer to a wrong key. Here that answer has a code, unlike the
 * answers to wrong credentials in the header.
 */
export function ownerOfApiKey({ secrets, state }: Keys, realmId: RealmId | undefined, key: string) {
  const userId = secrets.userOfKey(key);
  const accounts = realmId === undefined ? undefined : state.realms.get(realmId)?.directory.accounts;
  const account = userId === undefined ? undefined : accounts?.get(userId);
  const secret =
    realmId !== undefined && account
      ? secrets.secretOfKey(key, realmId, account.userId, account.keyGeneration)
      : undefined;
  if (!account || secret === undefined) throw new WrongKey(wrongKeyOfWebhook, null);
  if (!account.active) throw new WrongKey(deactivated, account.userId);
  return { account, secret };
}

type Credentials = { readonly address: string; readonly key: string };

function credentialsOf(header: string): Credentials {
  const [scheme = '', encoded, ...rest] = header.trim().split(/\s+/);
  if (encoded === undefined || rest.length > 0) throw new ProblemError(badHeader);
  if (scheme.toLowerCase() !== 'basic') throw new ProblemError(notBasic);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw new ProblemError(badHeader);
  const [address, key, ...more] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (address === undefined || key === undefined || more.length > 0) throw new ProblemError(badHeader);
  return { address: address.trim(), key: key.trim() };
}
