/** The HTTP application with a few endpoints and state folded from given events, without an engine. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { recordWrongKey } from '../../commands/audit/record-wrong-key.ts';
import { readConfig } from '../../src/config.ts';
import { KeyedMutex } from '../../src/define/mutex.ts';
import { Contents } from '../../src/engine/files/contents.ts';
import { News } from '../../src/engine/follow/news.ts';
import type { Logger } from '../../src/engine/logger.ts';
import { type Secrets, secretsFrom } from '../../src/engine/secrets.ts';
import type { AnyEndpoint, DeclaredEndpoint } from '../../src/http/define-endpoint.ts';
import { attemptCounters } from '../../src/http/request/attempt-counters.ts';
import { type Http, startHttp, type Timeouts } from '../../src/http/server.ts';
import type { Services } from '../../src/http/services.ts';
import { ExportFiles } from '../../src/review/export-files.ts';
import { ExportProgress } from '../../src/review/making.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { type Given, realmId, recorded, registered, testNow } from '../support/given.ts';
import { noFiles } from '../support/no-files.ts';

export const secrets: Secrets = {
  ...secretsFrom('a secret for tests, of no worth at all'),
  fingerprint: (_realm, address) => `fp:${address.trim().toLowerCase()}`,
  fingerprintIn: (_directory, _realm, address) => `fp:${address.trim().toLowerCase()}`,
};

export type Logged = { level: string; facts: object; text: string };

export type App = {
  readonly port: number;
  readonly logged: Logged[];
  /** Folds further events, at position `position`, which must rise. */
  readonly happens: (past: readonly Given[]) => void;
  readonly time: { now: number };
  readonly polls: { closed: boolean; onClose: () => void };
  close(): Promise<void>;
};

/** A failed test may leave its server open; the run must end all the same. */
const running = new Set<Http>();
after(async () => {
  for (const http of running) await http.close();
});

const unused = (): never => {
  throw new Error('no stub for this');
};

export async function startApp(
  endpoints: readonly DeclaredEndpoint[],
  past: readonly Given[] = [],
  env: Readonly<Record<string, string>> = {},
  timeouts?: Timeouts,
  unreadMax?: number,
  connections?: number,
  bodiesMax?: number,
  headersMax?: number,
): Promise<App> {
  const state = emptyServer();
  const given: Given[] = [];
  const happens = (more: readonly Given[]): void => {
    const events = recorded([...given, ...more]).slice(given.length);
    given.push(...more);
    for (const event of events) evolve(state, event);
  };
  happens([registered, ...past]);
  const time = { now: testNow };
  const polls = { closed: false, onClose: (): void => undefined };
  const services: Services = {
    config: readConfig({ VERBATIM_PORT: '0', VERBATIM_DEFAULT_REALM: 'test', VERBATIM_DOMAIN: 'chat.example', ...env }),
    secrets,
    now: () => time.now,
    eventTime: () => time.now,
    state,
    realm: unused,
    // Wrong keys are recorded.
    run: (command) => (command.name === recordWrongKey.name ? (Promise.resolve() as never) : unused()),
    runOnServer: unused,
    read: unused,
    erasablePages: unused,
    catchUp: unused,
    settled: unused,
    onWholeTopics: unused,
    moves: new KeyedMutex(),
    render: unused,
    events: unused,
    operations: { statusOf: unused, stop: unused },
    pasts: { ask: unused, steps: unused, clientEvents: unused, exported: unused },
    news: new News(),
    passwords: { hash: unused, of: unused, isRight: unused },
    ...attemptCounters(),
    texts: { diff: unused, highlight: unused },
    contents: new Contents(noFiles, () => undefined),
    exports: new ExportFiles(noFiles),
    exportProgress: new ExportProgress(),
    queues: {
      poll: unused,
      oldestIdle: unused,
      close: () => {
        polls.closed = true;
        polls.onClose();
      },
    },
  };
  const logged: Logged[] = [];
  const log = (level: string) => (facts: object, text: string) => logged.push({ level, facts, text });
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') } as Logger;
  const tagged = endpoints.map((endpoint): AnyEndpoint => ({ tag: 'Server', ...endpoint }));
  const http: Http = await startHttp(tagged, services, logger, {
    timeouts,
    connections,
    bodiesMax,
    headersMax,
    ...(unreadMax && { unreadMax }),
  });
  running.add(http);
  const close = async () => {
    running.delete(http);
    await http.close();
  };
  return { port: http.port, logged, happens, time, polls, close };
}

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; json: Record<string, unknown> };

export type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** Sends one request on a new connection. A body without a Content-Length is sent in chunks. */
export function ask({ port }: { readonly port: number }, path: string, asked: Asked = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, path, method: asked.method ?? 'GET', headers: { ...asked.headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json = text.startsWith('{') ? JSON.parse(text) : {};
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json });
        });
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(asked.body);
  });
}

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** An urlencoded body with exactly these bytes. */
export const form = (
  body: string | Buffer,
  method = 'POST',
  headers: Readonly<Record<string, string>> = {},
): Asked => ({
  method,
  body,
  headers: { ...formType, 'Content-Length': String(Buffer.byteLength(body)), ...headers },
});

export const keyOf = (id: number, generation = 1): string => secrets.apiKey(realmId, id as UserId, generation);

export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** The credentials of a user created with `came`. */
export const as = (id: number, generation = 1): { Authorization: string } => ({
  Authorization: basic(`user${id}@test.example:${keyOf(id, generation)}`),
});

/** Writes raw bytes, and returns everything received until the server closes the connection. */
export function exchange(
  { port }: Pick<AddressInfo, 'port'>,
  bytes: string | Buffer,
  { thenEnd = true } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    if (thenEnd) socket.end(bytes);
    else socket.write(bytes);
  });
}
