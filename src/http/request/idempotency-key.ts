/** The header `Idempotency-Key` (docs/api.md, Messages): a request that is sent again under the same key happens once. */
import { createHash, createHmac } from 'node:crypto';
import type { UserId } from '../../vocabulary/ids.ts';
import { idempotencyKeyLengthMax } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { invalid } from './parameter-errors.ts';

export const idempotencyHeader = 'Idempotency-Key';

/** What stands in the log for a key and for what was asked under it. */
export type Once = { readonly key: string; readonly fingerprint: string };

const printable = /^[\x20-\x7e]+$/;

/** Undefined without the header. Throws `ProblemError` for a key that is not 1 to 255 printable characters. */
export function onceOf(
  headers: Readonly<Record<string, string | undefined>>,
  userId: UserId,
  asked: unknown,
): Once | undefined {
  const key = headers[idempotencyHeader.toLowerCase()];
  if (key === undefined) return undefined;
  if (key.length > idempotencyKeyLengthMax)
    throw new ProblemError(invalid(`${idempotencyHeader} is too long (limit: ${idempotencyKeyLengthMax} characters)`));
  if (!printable.test(key))
    throw new ProblemError(invalid(`${idempotencyHeader} must consist of printable ASCII characters`));
  return {
    key: createHash('sha256')
      .update(JSON.stringify([userId, key]))
      .digest('base64url'),
    // Without the key, which is nowhere in the log, no guess of a short text can be tested against it.
    fingerprint: createHmac('sha256', key).update(JSON.stringify(asked)).digest('base64url'),
  };
}

/** The same for requests of the audit API: the event that a request appends holds it. `operation`: what is asked, beside its parameters. */
export const auditRequestOf = (
  { headers, userId }: { readonly headers: Readonly<Record<string, string | undefined>>; readonly userId: UserId },
  operation: string,
  asked: unknown,
): Once | undefined => onceOf(headers, userId, [operation, asked]);
