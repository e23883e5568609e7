/** Files for auditors: fetched with the key and the reason in headers, which no link can carry. */
import { ApiError } from 'verbatim/client';
import { byteString } from '../../api/byte-string.ts';
import { authorization } from '../../api/session.ts';
import { reason } from '../reason.tsx';

/** Throws ApiError. `path`: after `/api/v1`. */
export async function granted(path: string): Promise<Blob> {
  const headers = { authorization: authorization(), 'audit-reason': byteString(reason.peek().trim()) };
  const response = await fetch(`/api/v1${path}`, { headers, credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, (await response.json()) as Readonly<Record<string, unknown>>);
  return response.blob();
}
