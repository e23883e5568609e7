/** Breaks off the answer with a file whose bytes were changed in the store. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileChanged } from '../../ports/file-store.ts';

/**
 * Passes a file through, or a range of it. It keeps back the newest chunk, and fails with `FileChanged` instead of passing the last one if
 * there are more or fewer bytes than `size`, or if a whole file has another hash. So no client takes the file for complete, or further
 * bytes for the next answer on its connection.
 */
export function asStored(
  bytes: Readable,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
  isWhole: boolean,
) {
  const hash = isWhole ? createHash('sha256') : undefined;
  let read = 0;
  let newest: Buffer | undefined;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash?.update(chunk);
      read += chunk.length;
      if (read > size) return done(new FileChanged(sha256));
      done(null, newest);
      newest = chunk;
    },
    flush(done) {
      if (read === size && (!hash || hash.digest('hex') === sha256)) done(null, newest);
      else done(new FileChanged(sha256));
    },
  });
  // Whoever reads the returned stream gets the error, too.
  return pipeline(bytes, checked, () => undefined);
}
