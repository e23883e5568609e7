/** For `Idempotency-Key`. A page that was loaded without TLS has no `crypto.randomUUID`. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
