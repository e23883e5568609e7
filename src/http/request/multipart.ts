/** Fields of a multipart form (RFC 7578), byte for byte as they were sent. Files are read and dropped. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { parametersMax } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { ClientGone, tooLarge } from './body-errors.ts';
import { invalid } from './parameter-errors.ts';
import { nameNotUtf8, notUtf8, type Sent, sentTwice, tooManyParameters } from './strict.ts';

/** Rejects with what to answer, or with `ClientGone`. After a refusal the rest of the body is still taken from the connection. */
export function readMultipart(request: IncomingMessage, bytesMax: number): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent: Sent = Object.create(null);
    const parser = parserOf(request);
    let bytes = 0;
    let parts = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) refuse(tooLarge(bytesMax));
    };
    const refuse = (error: Error): void => {
      request.off('data', count);
      request.unpipe(parser);
      request.resume();
      reject(error);
    };
    parser.on('file', (name: string | undefined, stream: Readable, filename: string | undefined) => {
      parts += 1;
      stream.on('error', () => refuse(malformed()));
      if (name === undefined) refuse(malformed());
      else if (filename !== undefined) stream.resume();
      else readField(name, stream, sent, refuse);
    });
    parser.on('partsLimit', () => refuse(tooManyParameters()));
    parser.on('error', () => refuse(malformed()));
    parser.on('finish', () => (parts === 0 ? refuse(malformed()) : resolve(sent)));
    request.on('error', () => reject(new ClientGone()));
    request.on('close', () => {
      if (!request.complete) reject(new ClientGone());
    });
    request.on('data', count);
    request.pipe(parser);
  });
}

/** Every part is read as bytes, because the parser decodes text leniently. */
function parserOf({ headers }: IncomingMessage): Writable & NodeJS.EventEmitter {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { parts: parametersMax },
      isPartAFile: () => true,
    });
  } catch {
    throw malformed();
  }
}

function readField(name: string, stream: Readable, sent: Sent, refuse: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    const value = Buffer.concat(chunks);
    // The parser puts this character where a name is not UTF-8.
    if (name.includes('\ufffd')) refuse(nameNotUtf8());
    else if (!isUtf8(value)) refuse(notUtf8(name));
    else if (sent[name] !== undefined) refuse(sentTwice(name));
    else sent[name] = value.toString('utf8');
  });
}

const malformed = (): ProblemError => new ProblemError(invalid('The body is not valid multipart/form-data'));
