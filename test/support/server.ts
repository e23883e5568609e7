/** The whole service over real HTTP, on a port of its own and in a folder of its own; stopped when the suite ends. */
import { pino } from 'pino';
import { type DevAccount, devOrganization } from '../../src/cli/dev-organization.ts';
import type { House } from '../../src/cli/house.ts';
import { readConfig } from '../../src/config.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { type Http, startHttp } from '../../src/http/server.ts';
import { openHouse } from '../../src/main.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A parsed answer whose fields a test goes into without saying their types: what it expects stands in its assertions. */
export interface Loose {
  readonly [name: string]: Loose;
  readonly [index: number]: Loose;
}
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Loose };
/** A list in an answer. */
export const list = (value: Loose | undefined): Loose[] => {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value as unknown as Loose[];
};

export type Parameters = Readonly<Record<string, unknown>>;

/** Calls the API as somebody. Parameters that are not strings are sent as JSON; a GET's in the query, others' in the body. */
export type Client = {
  readonly account: DevAccount;
  get(path: string, parameters?: Parameters): Promise<Answer>;
  post(path: string, parameters?: Parameters): Promise<Answer>;
  patch(path: string, parameters?: Parameters): Promise<Answer>;
  delete(path: string, parameters?: Parameters): Promise<Answer>;
};

export type AccountName = 'owner' | 'admin' | 'member' | 'guest' | 'spare' | 'bot' | 'webhook_bot' | 'outgoing_bot';

export type TestServer = {
  readonly base: string;
  readonly data: string;
  readonly house: House;
  as(name: AccountName): Client;
  with(account: { email: string; api_key: string }): Client;
  stop(): Promise<void>;
  /** Stops and starts on the same data; the base changes. */
  restart(): Promise<void>;
};

export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const data = temporaryFolder();
  const config = readConfig({ VERBATIM_DATA: data, VERBATIM_PORT: '0', VERBATIM_LOG_LEVEL: 'silent', ...env });
  const logger = pino({ level: config.logLevel });
  const open = async (): Promise<{ house: House; http: Http; base: string }> => {
    const house = await openHouse(config, 'a secret that only tests know, long enough', logger);
    const http = await startHttp(endpoints, house.services, logger);
    return { house, http, base: `http://127.0.0.1:${http.port}` };
  };
  let running = await open();
  const accounts = await devOrganization(running.house.services);
  const stop = async (): Promise<void> => {
    await running.http.close();
    await running.house.close();
  };
  const clientOf = (account: DevAccount): Client => {
    const call = (method: string) => (path: string, parameters?: Parameters) =>
      request(running.base, account, method, path, parameters);
    return { account, get: call('GET'), post: call('POST'), patch: call('PATCH'), delete: call('DELETE') };
  };
  return {
    get base() {
      return running.base;
    },
    get house() {
      return running.house;
    },
    data,
    as: (name) => clientOf(accounts[name] as DevAccount),
    with: (account) => clientOf({ user_id: 0, full_name: '', ...account }),
    stop,
    async restart() {
      await stop();
      running = await open();
    },
  };
}

async function request(
  base: string,
  account: { email: string; api_key: string },
  method: string,
  path: string,
  parameters: Parameters = {},
): Promise<Answer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const inQuery = method === 'GET';
  const query = inQuery && form.size > 0 ? `?${form}` : '';
  const authorization = `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}`;
  const response = await fetch(`${base}/api/v1${path}${query}`, {
    method,
    headers: { authorization },
    ...(inQuery ? {} : { body: form }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
}
