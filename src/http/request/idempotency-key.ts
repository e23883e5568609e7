/** The header `Idempotency-Key` (docs/api.md, Messages): a request that is repeated under the same key is carried out once. */
import { createHash, createHmac } from 'node:crypto';
import type { UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { invalid } from './parameter-errors.ts';

export const idempotencyHeader = 'Idempotency-Key';

/** The values that the log contains for a key and for its request. */
export type Idempotency = { readonly key: string; readonly fingerprint: string };

const printable = /^[\x20-\x7e]+$/;

/** `asked`: what the request asks for. Undefined without the header. Throws `ProblemError` for a key that is too long or not printable. */
export function idempotencyOf(
  headers: Readonly<Record<string, string | undefined>>,
  userId: UserId,
  asked: unknown,
): Idempotency | undefined {
  const key = headers[idempotencyHeader.toLowerCase()];
  if (key === undefined) return undefined;
  if (key.length > limits.idempotencyKeyLengthMax)
    throw new ProblemError(
      invalid(`${idempotencyHeader} is too long (limit: ${limits.idempotencyKeyLengthMax} characters)`),
    );
  if (!printable.test(key))
    throw new ProblemError(invalid(`${idempotencyHeader} must consist of printable ASCII characters`));
  return {
    key: createHash('sha256')
      .update(JSON.stringify([userId, key]))
      .digest('base64url'),
    // The fingerprint is keyed with the idempotency key, which is nowhere in the log. So nobody can test a guess of a short text against
    // the fingerprint.
    fingerprint: createHmac('sha256', key).update(JSON.stringify(asked)).digest('base64url'),
  };
}

/** Like `idempotencyOf`, for the audit API. One key may be used for different operations only if it is a different request: `operation`. */
export const auditRequestOf = (
  { headers, userId }: { readonly headers: Readonly<Record<string, string | undefined>>; readonly userId: UserId },
  operation: string,
  asked: unknown,
): Idempotency | undefined => idempotencyOf(headers, userId, [operation, asked]);
