/** Requests of the signed-in account that the client does not make: files, and answers that are not JSON. */
import { ApiError } from 'verbatim/client';
import { authorization } from './session.ts';
import { counted } from './under-way.ts';

type Sent = {
  readonly method?: 'POST';
  readonly body?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** `path`: after `/api/v1`. Throws `ApiError` for an error, and what `fetch` throws. */
export async function fetched(path: string, { headers, ...sent }: Sent = {}): Promise<Response> {
  const all = { ...headers, authorization: authorization() };
  const response = await counted(() => fetch(`/api/v1${path}`, { ...sent, headers: all, credentials: 'omit' }));
  if (response.ok) return response;
  // A proxy that refuses large files answers with a page of its own.
  throw new ApiError(response.status, (await response.json().catch(() => undefined)) as ApiError['body']);
}
