const shortKey = 64;

/** Lets LMDB take keys that are texts of bytes (latin1), see index-keys.ts. */
export const keyEncoder = {
  writeKey(key: string | Uint8Array, target: Buffer, start: number): number {
    // LMDB takes this as the request for a larger buffer; `write` alone would cut the key short.
    if (start + key.length > target.length) throw new RangeError('the key does not fit');
    // LMDB's own, where it clears or drops a database.
    if (typeof key !== 'string') {
      target.set(key, start);
      return start + key.length;
    }
    // Most keys are short: a call would cost more than the bytes.
    if (key.length > shortKey) return start + target.write(key, start, 'latin1');
    for (let at = 0; at < key.length; at += 1) target[start + at] = key.charCodeAt(at);
    return start + key.length;
  },
  readKey: (source: Buffer, start: number, end: number): string => source.toString('latin1', start, end),
};
