/** Verifies signatures with the browser, or with a library if the browser does not support Ed25519. */
export async function isSigned(key: Uint8Array, signature: Uint8Array, text: Uint8Array): Promise<boolean> {
  const own = await imported(key);
  if (own) return crypto.subtle.verify('Ed25519', own, plain(signature), plain(text));
  const { verifyAsync } = await import('@noble/ed25519');
  return verifyAsync(signature, text, key);
}

/** Undefined if the browser does not support Ed25519. */
async function imported(key: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', plain(key), 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined;
    throw error;
  }
}

/** A copy on a buffer of its own, which the functions of the browser require. */
export const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
