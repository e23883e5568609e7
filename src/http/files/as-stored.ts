/** Breaks off the answer with a file whose bytes were changed in the store. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileChanged } from '../../ports/file-store.ts';

/**
 * Passes a whole file through. It keeps back the newest chunk, and fails with `FileChanged` instead of passing the last one if the file has
 * another hash or is longer than it should be. So no client takes the file for complete.
 */
export function asStored(file: Readable, { size, sha256 }: { readonly size: number; readonly sha256: string }) {
  const hash = createHash('sha256');
  let read = 0;
  let newest: Buffer | undefined;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      read += chunk.length;
      if (read > size) return done(new FileChanged(sha256));
      done(null, newest);
      newest = chunk;
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, newest);
      else done(new FileChanged(sha256));
    },
  });
  // Whoever reads the returned stream gets the error, too.
  return pipeline(file, checked, () => undefined);
}

/**
 * Passes a range through, and fails with `FileChanged` if it has another length than its answer says. The client would take further bytes for
 * the next answer on its connection, and wait for missing ones.
 */
export function asLong(range: Readable, length: number, sha256: string) {
  let read = 0;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      if (read > length) done(new FileChanged(sha256));
      else done(null, chunk);
    },
    flush(done) {
      done(read === length ? null : new FileChanged(sha256));
    },
  });
  return pipeline(range, checked, () => undefined);
}
