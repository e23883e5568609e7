/** A typed client of the API. It repeats requests if that is safe, sends each message once, and contains the event loop. */
import type { Api } from './api.ts';
import { isRefusedForNow, isTrouble, waitAfter } from './errors.ts';
import { type Follower, follow, type Patience } from './follow.ts';
import { type Account, type Ask, transport } from './transport.ts';

type PathsOf<M extends string> = { [K in keyof Api]: K extends `${M} ${infer P}` ? P : never }[keyof Api] & string;
type Of<M extends string, P extends string, F extends 'parameters' | 'answer'> = `${M} ${P}` extends keyof Api
  ? Api[`${M} ${P}`][F]
  : never;
type Rest<P> =
  Record<never, never> extends P
    ? [parameters?: P, options?: RequestOptions]
    : [parameters: P, options?: RequestOptions];
type Call<M extends string> = <P extends PathsOf<M>>(
  path: P,
  ...rest: Rest<Of<M, P, 'parameters'>>
) => Promise<Of<M, P, 'answer'>>;

type Now = Omit<Of<'POST', '/messages', 'parameters'>, 'delivery_type' | 'deliver_at'>;
type Sent = Of<'POST', '/messages', 'answer'> & { readonly id: number };

/** Options of a request. */
export type RequestOptions = {
  /** Makes a POST /messages take effect once, so that it can be repeated. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** How many milliseconds of pauses a request may take in total before it is given up. */
  readonly patienceMs?: number;
};

export type ClientOptions = Partial<Patience> & {
  /** The name of the program, which is shown with its messages. */
  readonly client?: string;
  readonly fetch?: typeof fetch;
  /** The time limit of one attempt. */
  readonly timeoutMs?: number;
};

const usualTimeoutMs = 60_000;
const usualPatienceMs = 60_000;

export class VerbatimClient {
  readonly #ask: Ask;
  readonly #patience: Patience;
  readonly #timeoutMs: number;

  constructor(account: Account, options: ClientOptions = {}) {
    const { client = 'VerbatimClient', fetch: fetching = fetch, wait = pause, random = Math.random } = options;
    this.#ask = transport(account, client, fetching);
    this.#patience = { wait, random };
    this.#timeoutMs = options.timeoutMs ?? usualTimeoutMs;
  }

  /** The methods of the API. Each takes the path of an operation, with `{name}` for each path parameter, and the parameters. */
  readonly get: Call<'GET'> = (path, ...rest) => this.#call('GET', path, rest) as never;
  readonly post: Call<'POST'> = (path, ...rest) => this.#call('POST', path, rest) as never;
  readonly patch: Call<'PATCH'> = (path, ...rest) => this.#call('PATCH', path, rest) as never;
  readonly put: Call<'PUT'> = (path, ...rest) => this.#call('PUT', path, rest) as never;
  readonly delete: Call<'DELETE'> = (path, ...rest) => this.#call('DELETE', path, rest) as never;

  /** Sends a message now and only once, however often the request must be repeated. Use `post` to schedule a message. */
  send(message: Now, options: RequestOptions = {}): Promise<Sent> {
    const { idempotencyKey = newKey() } = options;
    return this.#call('POST', '/messages', [message, { ...options, idempotencyKey }]) as never;
  }

  /** Follows an event queue until `signal` is aborted. Throws only errors that waiting cannot resolve. */
  follow(follower: Follower<Of<'POST', '/register', 'answer'>>): Promise<void> {
    return follow(this.#ask, this.#patience, follower as Follower);
  }

  /** Reads, and requests with a key, are repeated after every failure. Other requests are repeated only if nothing was done. */
  async #call(
    method: string,
    path: string,
    [given, options = {}]: readonly [unknown?, RequestOptions?],
  ): Promise<unknown> {
    const { idempotencyKey, signal, patienceMs = usualPatienceMs } = options;
    const isRepeatable = method === 'GET' || idempotencyKey !== undefined;
    const mayRepeat = isRepeatable ? isTrouble : isRefusedForNow;
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const parameters = (given ?? {}) as Readonly<Record<string, unknown>>;
    for (let attempts = 0, waited = 0; ; attempts += 1) {
      try {
        return await this.#ask({ method, path, parameters, headers, timeoutMs: this.#timeoutMs, signal });
      } catch (error) {
        const waitMs = waitAfter(error, attempts, this.#patience.random);
        if (signal?.aborted || !mayRepeat(error) || waited + waitMs > patienceMs) throw error;
        waited += waitMs;
        await this.#patience.wait(waitMs, signal);
      }
    }
  }
}

/** Resolves early if `signal` is aborted. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });

/** A random `Idempotency-Key`. Browsers have `crypto.randomUUID` only on pages that were loaded over TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
