/** Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256 over id, time and body. */
import { createHmac } from 'node:crypto';

/** The key in a secret as its receiver has it, which is a prefix and the base64 of the key. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64');

/** `at`: in seconds. There is one signature for each secret, so that a receiver that knows either secret finds its own. */
export function signatureHeaders(
  id: string,
  at: number,
  body: string | Buffer,
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
