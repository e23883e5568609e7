/** Addresses at which a file can be read for a minute without credentials. They are signed, so that nothing about them is stored. */
import { type Secrets, sameKey } from '../../engine/secrets.ts';
import type { Millis, RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';

/** The token, in hexadecimal: the file of the organization, the time at which it expires, and the signature of both. */
export function fileToken(secrets: Secrets, realmId: RealmId, pathId: string, now: Millis): string {
  const until = Math.ceil(now / 1000) + limits.fileUrlSecs;
  return Buffer.from(JSON.stringify([pathId, until, secrets.signature('file-url', realmId, pathId, until)])).toString(
    'hex',
  );
}

/** The path id in a token that was signed for this organization and has not expired. */
export function pathIdIn(secrets: Secrets, realmId: RealmId, token: string, now: Millis): string | undefined {
  if (!/^(?:[0-9a-f]{2}){1,2000}$/.test(token)) return undefined;
  const [pathId, until, signature] = partsOf(Buffer.from(token, 'hex').toString('utf8'));
  if (typeof pathId !== 'string' || typeof until !== 'number' || typeof signature !== 'string') return undefined;
  const isSigned = sameKey(signature, secrets.signature('file-url', realmId, pathId, until));
  return isSigned && until * 1000 > now ? pathId : undefined;
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
