/** Requests of the signed-in account whose answers are not JSON. */
import { ApiError } from 'verbatim/client';
import { authorization } from './session.ts';

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

/** `path`: after `/api/v1`. Throws `ApiError` for an error, and what `fetch` throws. */
export async function fetched(path: string, { headers, ...sent }: Sent = {}): Promise<Response> {
  const all = { ...headers, authorization: authorization() };
  const response = await fetch(`/api/v1${path}`, { ...sent, headers: all, credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, (await response.json()) as Readonly<Record<string, unknown>>);
  return response;
}
