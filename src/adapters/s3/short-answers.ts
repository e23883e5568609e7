/** Bounds the answers of the service that are read into memory: all but the bytes of a file. A longer one is not read to its end. */
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { bucketAnswerBytesMax } from '../../vocabulary/limits.ts';

type Answered = { readonly statusCode: number; body?: unknown };

export function shortAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answered = await next(args);
        const response = answered.response as Answered;
        const isFile = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (!isFile && response.body instanceof Readable) response.body = short(response.body);
        return answered;
      },
    // After all others, so that it is the first to see an answer.
    { step: 'deserialize', priority: 'low' },
  );
}

function short(body: Readable): Readable {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bucketAnswerBytesMax) done(new Error(`the answer has more than ${bucketAnswerBytesMax} bytes`));
      else done(null, chunk);
    },
  });
  // Whoever reads the returned stream gets the error, too.
  return pipeline(body, counted, () => undefined);
}
