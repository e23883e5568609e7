/** The client of the API for the account that is signed in, and how the connection fares. */
import { computed, signal } from '@preact/signals';
import { ApiError, VerbatimClient } from 'verbatim/client';
import { headersOf, wantedWorld } from './looking.ts';
import { authorization, end, session } from './session.ts';

/** `behind`: the server cannot be reached, since when, and when it is tried again. */
export type Standing =
  | { readonly is: 'joining' }
  | { readonly is: 'live' }
  | { readonly is: 'behind'; readonly since: number; readonly nextTry: number };

export const standing = signal<Standing>({ is: 'joining' });

/** Milliseconds of the last answer of the event queue. */
export const lastHeard = signal(Date.now());

/** Messages of this client count as written by a person. */
const clientName = 'website';

const clientWith = (fetching: typeof fetch): VerbatimClient => {
  const account = session.value;
  if (!account) throw new Error('nobody is signed in');
  return new VerbatimClient(
    { site: location.origin, ...account },
    { client: clientName, fetch: fetching, wait: wakeable },
  );
};

/** Always asks about the present, also while the page shows the past. */
export const liveClient = computed(() => clientWith(watchedFetch));

/** Asks about what the page shows. While that is a moment of the past, every request only reads, and is answered as of that moment. */
export const client = computed(() => {
  const wanted = wantedWorld.value;
  if (wanted === 'live') return liveClient.value;
  return clientWith((input, init) => {
    const isReading = (init?.method ?? 'GET') === 'GET' || String(input).endsWith('/api/v1/register');
    if (wanted === 'choosing' || !isReading) throw new Error('the past is read, and nothing else');
    return fetch(input, { ...init, headers: { ...init?.headers, ...headersOf(wanted) }, credentials: 'omit' });
  });
});

/** Every answer of the queue says that the connection stands. */
const watchedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, credentials: 'omit' });
  if (response.ok && String(input).includes('/api/v1/events')) {
    lastHeard.value = Date.now();
    if (standing.peek().is === 'behind') standing.value = { is: 'live' };
  }
  return response;
};

export function onTrouble(error: unknown, waitMs: number): void {
  const before = standing.peek();
  const since = before.is === 'behind' ? before.since : Date.now();
  standing.value = { is: 'behind', since, nextTry: Date.now() + waitMs };
  if (error instanceof ApiError && error.status === 401) end();
}

const sleepers = new Set<() => void>();

/** Ends every wait for the server: a person asked for it, or the network came back. */
export function tryNow(): void {
  for (const wake of [...sleepers]) wake();
}

globalThis.addEventListener('online', tryNow);

const wakeable = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      sleepers.delete(wake);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    sleepers.add(wake);
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake);
  });

/** An answer that is no JSON. Throws `ApiError` for an error. */
export async function readText(path: string): Promise<string> {
  const response = await fetch(`/api/v1${path}`, { headers: { authorization: authorization() }, credentials: 'omit' });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, JSON.parse(text) as Readonly<Record<string, unknown>>);
  return text;
}

/** What a person is told of an error. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'The server did not answer in time.'
    : 'The server cannot be reached.';
}
