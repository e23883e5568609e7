/** The file of an export: compared with its hash on record, and given to the browser. */
import { granted } from '../shared/granted.ts';
import { saveAs } from '../shared/save-as.ts';

/** Larger files are not read into memory to be hashed. */
const hashedMax = 256 * 1024 * 1024;

/** Returns what is told of it. */
export async function download(id: number, sha256: string | null): Promise<string> {
  const file = await granted(`/audit/exports/${id}/file`);
  const isHashed = sha256 !== null && file.size <= hashedMax;
  const isSame = isHashed && (await hashOf(file)) === sha256;
  if (isHashed && !isSame) return 'What came is not the file that is on record. It was not saved.';
  saveAs(`export-${id}.zip`, file);
  return isSame ? 'Downloaded. Its SHA-256 is the one on record.' : 'Downloaded.';
}

async function hashOf(file: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
