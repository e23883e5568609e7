/** The bytes of a request, up to a limit, and what they mean as parameters. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Problem, ProblemError } from '../response/problem.ts';
import { type JsonText, parseJson } from './json-text.ts';
import { readMultipart } from './multipart.ts';
import { nothingSent, readForm, type Sent } from './urlencoded.ts';

/** The client left before it had sent everything: nobody is there to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

const tooLarge = (bytesMax: number): Problem => ({
  status: 413,
  msg: `The body of the request is too large (limit: ${bytesMax} bytes)`,
});

const unsupported = (msg: string): Problem => ({ status: 415, msg });

const empty = Buffer.alloc(0);

/** Everything that was sent. Throws a 413 as soon as it is known to be too much, with or without a Content-Length. */
export function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> | Buffer {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': encoding } = request.headers;
  if (chunked === undefined && (length === undefined || length === '0')) return empty;
  if (encoding !== undefined && encoding !== 'identity')
    throw new ProblemError(unsupported('A compressed body is not supported'));
  if (Number(length) > bytesMax) throw new ProblemError(tooLarge(bytesMax));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) reject(new ProblemError(tooLarge(bytesMax)));
      else chunks.push(chunk);
    });
    let ended = false;
    request.on('end', () => {
      ended = true;
      resolve(chunks.length === 1 ? (chunks[0] ?? empty) : Buffer.concat(chunks));
    });
    // Every request closes in the end; an error, with the stack it records, is made only for those that end too soon.
    request.on('error', () => reject(new ClientGone()));
    request.on('close', () => {
      if (!ended) reject(new ClientGone());
    });
  });
}

/** Parameters in the body; one of another type than a form's holds none. */
export function readParts(request: IncomingMessage, bytes: Buffer): Sent {
  if (bytes.length === 0) return nothingSent;
  const type = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  const form = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  if (!form && !/^multipart\/form-data\s*;/i.test(type)) return nothingSent;
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase();
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new ProblemError(unsupported('The charset of the body must be UTF-8'));
  return form ? readForm(bytes) : readMultipart(type, bytes);
}

/** The body as JSON, whatever its Content-Type. */
export function readJson(bytes: Buffer): JsonText {
  return isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : { ok: false, why: 'not-json' };
}
