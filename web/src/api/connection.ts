/** The API client of the signed-in account, and the state of its connection. */
import { computed, signal } from '@preact/signals';
import { ApiError, VerbatimClient } from 'verbatim/client';
import { headersOf, wantedViewpoint } from './looking.ts';
import { session } from './session.ts';
import { counted } from './under-way.ts';

/** `behind`: the server cannot be reached since `since`; the next attempt is at `nextTry`. */
export type ConnectionState =
  | { readonly is: 'joining' }
  | { readonly is: 'live' }
  | { readonly is: 'behind'; readonly since: number; readonly nextTry: number };

export const connectionState = signal<ConnectionState>({ is: 'joining' });

/** When the event queue last answered, in milliseconds. */
export const lastHeard = signal(Date.now());

/** The server counts messages of this client as written by a person. */
const clientName = 'website';

/** Nobody waits for these: polls, and what tells others about the visitor. */
const inBackground = /\/v1\/(events\?|users\/me\/presence|typing)/;

const clientWith = (fetching: typeof fetch): VerbatimClient => {
  const account = session.value;
  if (!account) throw new Error('nobody is signed in');
  const counting: typeof fetch = (input, init) =>
    inBackground.test(String(input)) ? fetching(input, init) : counted(() => fetching(input, init));
  return new VerbatimClient({ site: location.origin, ...account }, { client: clientName, fetch: counting, wait });
};

/** Always reads the present, even while the page shows the past. */
export const liveClient = computed(() => clientWith(watchedFetch));

/** Reads what the page shows. While that is an earlier moment, requests are answered as of that moment, and writes throw an error. */
export const client = computed(() => {
  const wanted = wantedViewpoint.value;
  if (wanted === 'live') return liveClient.value;
  return clientWith((input, init) => {
    const isReading = (init?.method ?? 'GET') === 'GET' || String(input).endsWith('/api/v1/register');
    if (wanted === 'choosing' || !isReading) throw new Error('the past can only be read');
    return fetch(input, { ...init, headers: { ...init?.headers, ...headersOf(wanted) }, credentials: 'omit' });
  });
});

/** How far the clock of this computer is behind the server's. */
let clockBehindMs = 0;
export const serverNow = (): number => Date.now() + clockBehindMs;

/** Aborted when the browser says that its network is gone. Otherwise a waiting poll would notice that after one or two minutes. */
let network = new AbortController();
globalThis.addEventListener('offline', () => {
  network.abort(new TypeError('the network is gone'));
  network = new AbortController();
});

/** Every answer of the event queue shows that the connection works. */
const watchedFetch: typeof fetch = async (input, init) => {
  const isPoll = String(input).includes('/api/v1/events');
  const signal = isPoll && init?.signal ? AbortSignal.any([init.signal, network.signal]) : init?.signal;
  const response = await fetch(input, { ...init, ...(signal && { signal }), credentials: 'omit' });
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(date)) clockBehindMs = date - Date.now();
  if (response.ok && isPoll) {
    lastHeard.value = Date.now();
    if (connectionState.peek().is === 'behind') onConnected();
  }
  return response;
};

/**
 * Requests that failed while the connection was broken are repeated at once. Otherwise their next attempt might be half
 * a minute later.
 */
export function onConnected(): void {
  connectionState.value = { is: 'live' };
  tryNow();
}

export function onTrouble(waitMs: number): void {
  const before = connectionState.peek();
  const since = before.is === 'behind' ? before.since : Date.now();
  connectionState.value = { is: 'behind', since, nextTry: Date.now() + waitMs };
}

const waiting = new Set<() => void>();

/** Ends every wait for the next attempt, because the user asked for it or the network is back. */
export function tryNow(): void {
  for (const wake of [...waiting]) wake();
}

globalThis.addEventListener('online', tryNow);

/** Resolves early if `signal` is aborted or `tryNow` is called. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      waiting.delete(wake);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    waiting.add(wake);
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake);
  });

/** The message of an error for the user. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'The server did not answer in time.'
    : 'The server cannot be reached.';
}
