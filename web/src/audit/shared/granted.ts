/** Files for auditors: fetched with the reason in a header. */
import { byteString } from '../../api/byte-string.ts';
import { fileAt } from '../../api/file.ts';
import { reason } from '../reason.tsx';

/** Throws ApiError. `path`: after `/api/v1`. */
export const granted = (path: string): Promise<Blob> =>
  fileAt(path, { 'audit-reason': byteString(reason.peek().trim()) });
