/** Cuts the answer with a file when its reader may no longer read it. */
import { type Readable, Transform } from 'node:stream';

/** Ends with an error as soon as it may not be read any more: the answer is cut. */
export function whileAllowed(file: Readable, mayRead: () => boolean): Transform {
  const guard = new Transform({
    transform(chunk, _encoding, done) {
      if (mayRead()) done(null, chunk);
      else done(new Error('an export is read by somebody who may not any more'));
    },
  });
  guard.once('close', () => file.destroy());
  file.once('error', (error) => guard.destroy(error));
  return file.pipe(guard);
}
