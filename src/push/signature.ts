/** Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256 over id, time and body. */
import { createHmac } from 'node:crypto';

/** A secret as it is given out: the bytes of the key in base64, behind a prefix. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64');

/** `at`: in seconds. One signature for each secret, so that a receiver who knows either finds its own. */
export function signatureHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signed = secrets.map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${at}.`).update(body).digest('base64'),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signed.map((signature) => `v1,${signature}`).join(' '),
  };
}
