import { byteString } from '../../api/byte-string.ts';
import { fetched } from '../../api/fetched.ts';
import { reason } from '../reason.tsx';

/** Fetches a file for an auditor, with the reason in a header. `path`: after `/api/v1`. Throws ApiError. */
export async function granted(path: string): Promise<Blob> {
  const headers = { 'audit-reason': byteString(reason.peek().trim()) };
  return (await fetched(path, { headers })).blob();
}
