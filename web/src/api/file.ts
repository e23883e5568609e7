/** Fetches files that need the API key in a header, which a link cannot send. */
import { ApiError } from 'verbatim/client';
import { authorization } from './session.ts';

/** Throws ApiError. `path`: after `/api/v1`. */
export async function fileAt(path: string, more: Readonly<Record<string, string>> = {}): Promise<Blob> {
  const headers = { ...more, authorization: authorization() };
  const response = await fetch(`/api/v1${path}`, { headers, credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, (await response.json()) as Readonly<Record<string, unknown>>);
  return response.blob();
}
