import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileChanged } from '../../ports/file-store.ts';

/**
 * Passes a file through, or a range of it, and fails with `FileChanged` if its bytes were changed in the store: if there are more or fewer
 * than `size`, or if a whole file has another hash. The newest chunk is always kept back. So a client that gets a changed file never gets its
 * last chunk and does not take it for complete, and no byte beyond `size` is read as the next answer on the connection.
 */
export function verifiedStream(
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
  // The reader of the returned stream gets the error, so that the callback ignores it.
  return pipeline(bytes, checked, () => undefined);
}
