/** A random `Idempotency-Key`. Browsers have `crypto.randomUUID` only on pages that were loaded over TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
