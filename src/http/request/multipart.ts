/** The fields and files of a multipart form (RFC 7578), byte for byte as they were sent. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { limits } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { ClientGone, tooLarge } from './body-errors.ts';
import { invalid } from './parameter-errors.ts';
import { nameNotUtf8, notUtf8, type Sent, sentTwice, tooManyParameters } from './strict.ts';

/**
 * Accepts the bytes of a file. Rejects with the error to answer if it cannot accept them. It does not reject if the file ends too early,
 * which its stream reports. Undefined: the file is not accepted, and its bytes are read and dropped.
 */
export type TakeFile = (stream: Readable, filename: string, type: string) => Promise<void> | undefined;

type Bounds = {
  /** The bound on the whole body. */
  readonly bytesMax: number;
  /** The bound on all fields together, with their names. */
  readonly fieldBytesMax: number;
  /** Called with the number of bytes whenever more of the fields arrives. */
  readonly holdBytes: (bytes: number) => void;
};

/** Rejects with the error to answer, or with `ClientGone`. After a refusal the rest of the body is still read from the connection. */
export function readMultipart(
  request: IncomingMessage,
  { bytesMax, fieldBytesMax, holdBytes }: Bounds,
  take: TakeFile = () => undefined,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent: Sent = Object.create(null);
    const parser = parserOf(request);
    const files: Readable[] = [];
    const taken: Promise<void>[] = [];
    let [bytes, fieldBytes, parts] = [0, 0, 0];
    let begin = '';
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (begin.length < emptyFormBytesMax) begin += chunk.toString('latin1', 0, emptyFormBytesMax);
      if (bytes > bytesMax) refuse(tooLarge(bytesMax));
    };
    const countField = ({ length }: Buffer | string): void => {
      fieldBytes += length;
      if (fieldBytes > fieldBytesMax) refuse(tooLarge(fieldBytesMax));
      else holdBytes(length);
    };
    /** Destroys the files, so that their receivers see that they ended too early. */
    const fail = (error: Error): void => {
      for (const file of files) file.destroy();
      void Promise.allSettled(taken).then((all) => {
        const own = all.find((one) => one.status === 'rejected');
        reject(own ? own.reason : error);
      });
    };
    const refuse = (error: Error): void => {
      request.off('data', count);
      request.unpipe(parser);
      // Otherwise the parser would still receive the chunk that is being counted.
      parser.destroy();
      request.resume();
      fail(error);
    };
    parser.on(
      'file',
      (name: string | undefined, stream: Readable, filename: string | undefined, _: string, type: string) => {
        parts += 1;
        stream.on('error', () => refuse(malformed()));
        if (name === undefined) refuse(malformed());
        else if (filename === undefined) {
          countField(name);
          readField(name, stream.on('data', countField), sent, refuse);
        } else {
          const taking = filename === '' ? undefined : take(stream, filename, type);
          if (!taking) stream.resume();
          else {
            files.push(stream);
            taken.push(taking);
            taking.catch(refuse);
          }
        }
      },
    );
    parser.on('partsLimit', () => refuse(tooManyParameters()));
    parser.on('error', () => refuse(malformed()));
    parser.on('finish', () => {
      if (parts === 0 && !isEmptyForm(begin, request.headers['content-type'])) refuse(malformed());
      else Promise.all(taken).then(() => resolve(sent), refuse);
    });
    request.on('error', () => fail(new ClientGone()));
    request.on('close', () => {
      if (!request.complete) fail(new ClientGone());
    });
    request.on('data', count);
    request.pipe(parser);
  });
}

/** A boundary has at most 70 characters (RFC 2046). The bound keeps the search linear even if a header is full of spaces. */
const emptyFormBytesMax = 80;
const boundaryIn = /^ *boundary=(?:"(.{1,70})"|([^ "]{1,70})) *$/i;

/**
 * Whether a body without parts is a form without fields, which consists only of the last line. Browsers and Node send that for an empty
 * `FormData`.
 */
export function isEmptyForm(body: string, contentType = ''): boolean {
  const [, boundary] = /^(?:\r\n)?--(.{1,70})--(?:\r\n)?$/.exec(body) ?? [];
  return contentType.split(';').some((one) => {
    const [, quoted, plain] = boundaryIn.exec(one) ?? [];
    return boundary !== undefined && (quoted ?? plain) === boundary;
  });
}

/** Every part is read as bytes, because the parser decodes text leniently. */
function parserOf({ headers }: IncomingMessage): Writable & NodeJS.EventEmitter {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { parts: limits.parametersMax },
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
    // The parser inserts this character if a name is not UTF-8.
    if (name.includes('\ufffd')) refuse(nameNotUtf8());
    else if (!isUtf8(value)) refuse(notUtf8(name));
    else if (sent[name] !== undefined) refuse(sentTwice(name));
    else sent[name] = value.toString('utf8');
  });
}

const malformed = (): ProblemError => new ProblemError(invalid('The body is not valid multipart/form-data'));
