/** A client of the API for tests. Every answer is checked against the description of the API. */
import { chownSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { DevAccount } from '../../src/cli/dev-organization.ts';
import { keptConnections } from './kept-connection.ts';

/** A parsed answer whose fields have no types: a test's assertions say what they must be. */
export interface Loose {
  readonly [name: string]: Loose;
  readonly [index: number]: Loose;
}
export type Answer = { readonly status: number; readonly headers: Pick<Headers, 'get'>; readonly body: Loose };
/** A list in an answer. */
export const list = (value: Loose | undefined): Loose[] => {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value as unknown as Loose[];
};

export type Parameters = Readonly<Record<string, unknown>>;

/** Calls the API as one user. Parameters that are not strings are sent as JSON, those of a GET in the query, others in the body. */
export type Client = {
  readonly account: DevAccount;
  get(path: string, parameters?: Parameters, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, parameters?: Parameters, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  patch(path: string, parameters?: Parameters, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  put(path: string, parameters?: Parameters, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  delete(path: string, parameters?: Parameters, headers?: Readonly<Record<string, string>>): Promise<Answer>;
};

export type AccountName =
  | 'owner'
  | 'admin'
  | 'member'
  | 'guest'
  | 'spare'
  | 'bot'
  | 'webhook_bot'
  | 'outgoing_bot'
  | 'auditor';

/** `base` is called for each request, because a server that starts again has another port. */
export const clientOf = (base: () => string, account: DevAccount): Client =>
  clientThat(
    (method) => (path, parameters, headers) => request(base(), account, method, path, parameters, headers),
    account,
  );

/** `call` makes a request with a method. */
export const clientThat = (call: (method: string) => Client['get'], account: DevAccount): Client => ({
  account,
  get: call('GET'),
  post: call('POST'),
  patch: call('PATCH'),
  put: call('PUT'),
  delete: call('DELETE'),
});

/** The client that `client` gives from its first use on. */
export const lateClient = (client: () => Client): Client => ({
  get account() {
    return client().account;
  },
  get: (...request) => client().get(...request),
  post: (...request) => client().post(...request),
  patch: (...request) => client().patch(...request),
  put: (...request) => client().put(...request),
  delete: (...request) => client().delete(...request),
});

type Account = Pick<DevAccount, 'email' | 'api_key'>;

export const authorizationOf = ({ account }: { readonly account: Account }): string =>
  `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}`;

export function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}

/** Loaded on first use, because it loads every route and command, which takes two seconds of processor time. */
let description: Promise<typeof import('./api-description.ts')> | undefined;

async function request(
  base: string,
  account: Account,
  method: string,
  path: string,
  parameters: Parameters = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = formOf(parameters);
  const inQuery = method === 'GET';
  const query = inQuery && form.size > 0 ? `?${form}` : '';
  description ??= import('./api-description.ts');
  const { expectDescribed } = await description;
  const { pathname, search } = new URL(`${base}/api/v1${path}${query}`);
  const reply = await connections.ask(base, {
    method,
    path: pathname + search,
    headers: {
      authorization: authorizationOf({ account }),
      'user-agent': 'node',
      ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    body: inQuery ? undefined : form.toString(),
  });
  const body = JSON.parse(reply.text) as Loose;
  expectDescribed(method, path, reply.status, body);
  return { status: reply.status, headers: headersOf(reply), body };
}

const connections = keptConnections();

/** As `fetch` gives them. */
const headersOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): Answer['headers'] => ({
  get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
});

const nobody = 65534;

/** Acts as a user to whom these files belong and who is not root, because the system refuses nothing to root. */
export async function asOrdinaryUser<T>(owned: readonly string[], act: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return act();
  for (const path of owned) chownSync(path, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
