/** Downloads the file of an export, compares it with the recorded hash, and saves it. */
import { granted } from '../shared/granted.ts';
import { saveAs } from '../shared/save-as.ts';

/** Larger files are not hashed, because hashing needs the whole file in memory. */
const hashedMax = 256 * 1024 * 1024;

/** Returns a message for the user about the outcome. */
export async function download(id: number, sha256: string | null): Promise<string> {
  const file = await granted(`/audit/exports/${id}/file`);
  const isHashed = isSecureContext && sha256 !== null && file.size <= hashedMax;
  const isSame = isHashed && (await hashOf(file)) === sha256;
  if (isHashed && !isSame) return 'The file differs from the recorded SHA-256. It was not saved.';
  saveAs(`export-${id}.zip`, file);
  return isSame ? 'Downloaded. Its SHA-256 matches the record.' : 'Downloaded. Its SHA-256 was not checked.';
}

async function hashOf(file: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
