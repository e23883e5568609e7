/** Files for auditors: fetched with the reason in a header. */
import { byteString } from '../../api/byte-string.ts';
import { fetched } from '../../api/fetched.ts';
import { reason } from '../reason.tsx';

/** Throws ApiError. `path`: after `/api/v1`. */
export async function granted(path: string): Promise<Blob> {
  const headers = { 'audit-reason': byteString(reason.peek().trim()) };
  return (await fetched(path, { headers })).blob();
}
