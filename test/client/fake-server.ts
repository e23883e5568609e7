/** A scripted server for tests of the client: each request takes the next answer, and is written down. */
import type { ClientOptions } from '../../src/client/client.ts';

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Headers;
};
/** A body with its status and headers; an error that `fetch` throws; or what happens instead. */
export type Scripted =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | Error
  | ((signal: AbortSignal) => Promise<Response>);

export const ok = (body: object = {}): Scripted => ({ body: { result: 'success', msg: '', ...body } });
export const failed = (status: number, body: object = {}, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers,
  body: { result: 'error', msg: 'refused', ...body },
});

export function fakeServer(script: readonly Scripted[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const left = [...script];
  const fetching = async (address: string, { method, headers, body, signal }: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(address);
    const form = Object.fromEntries(body instanceof URLSearchParams ? body : searchParams);
    sent.push({ method: method ?? 'GET', path: pathname.replace('/api/v1', ''), form, headers: new Headers(headers) });
    const next = left.shift();
    if (next === undefined) throw new Error(`nothing is scripted for ${method} ${pathname}`);
    if (typeof next === 'function') return next(signal as AbortSignal);
    if (next instanceof Error) throw next;
    const text = typeof next.body === 'string' ? next.body : JSON.stringify(next.body);
    return new Response(text, { status: next.status ?? 200, ...(next.headers && { headers: next.headers }) });
  };
  const settings: ClientOptions = {
    fetch: fetching as typeof fetch,
    random: () => 0,
    wait: async (ms) => void waits.push(ms),
  };
  return { sent, waits, settings };
}

export const account = { site: 'https://chat.example/', email: 'bot@chat.example', apiKey: 'key' };
