import { type Readable, Transform } from 'node:stream';

/** Passes the file through, and fails as soon as it may no longer be read, so that the answer is cut off. */
export function whileAllowed(file: Readable, mayRead: () => boolean): Transform {
  const guard = new Transform({
    transform(chunk, _encoding, done) {
      if (mayRead()) done(null, chunk);
      else done(new Error('the reader of an export has lost access'));
    },
  });
  guard.once('close', () => file.destroy());
  file.once('error', (error) => guard.destroy(error));
  return file.pipe(guard);
}
