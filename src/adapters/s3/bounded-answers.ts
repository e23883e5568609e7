/**
 * Bounds the service's answers: the bytes of those that are read into memory, and the time of all. The client's own time limit ends
 * when an answer begins.
 */
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { limits } from '../../vocabulary/limits.ts';

type Answered = { readonly statusCode: number; body?: unknown };

/** `secsMax`: how long to wait for the bytes of an answer, in addition to `bucketBytesPerSecMin`. */
export function boundAnswers(client: S3Client, secsMax: number): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answered = await next(args);
        const response = answered.response as Answered;
        const isFile = commandName === 'GetObjectCommand' && response.statusCode < 300;
        const bytesMax = isFile ? Number.POSITIVE_INFINITY : limits.bucketAnswerBytesMax;
        if (response.body instanceof Readable) response.body = bounded(response.body, bytesMax, secsMax);
        return answered;
      },
    // The last step of the stack is the first one that gets an answer.
    { step: 'deserialize', priority: 'low' },
  );
}

function bounded(body: Readable, bytesMax: number, secsMax: number): Readable {
  let [bytes, secs] = [0, 0];
  const tickSecs = secsMax / 10;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new Error(`the answer has more than ${bytesMax} bytes`));
      else done(null, chunk);
    },
  });
  const waiting = setInterval(() => {
    // A slow reader is not the service's fault.
    if (body.isPaused()) return;
    secs += tickSecs;
    if (secs > secsMax + bytes / limits.bucketBytesPerSecMin)
      counted.destroy(new Error(`the answer takes more than ${secsMax} s`));
  }, 1000 * tickSecs);
  // Whoever reads the returned stream gets the error, too.
  return pipeline(body, counted, () => clearInterval(waiting));
}
