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
    return start + target.write(key, start, 'latin1');
  },
  readKey: (source: Buffer, start: number, end: number): string => source.toString('latin1', start, end),
};
