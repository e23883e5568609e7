/** The wire format of MongoDB: OP_MSG in both directions, and OP_QUERY for the first hello of drivers. */
import { BSON, type Document } from 'mongodb';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerBytes = 16;
const checksumPresent = 1;
const moreToCome = 2;

export type Request = {
  readonly id: number;
  readonly command: Document;
  /** The request is an OP_QUERY, and the answer an OP_REPLY. */
  readonly legacy: boolean;
  /** The client expects no answer. */
  readonly silent: boolean;
};

/** Splits the received bytes into complete messages and the remaining bytes. */
export const messagesIn = (bytes: Buffer): { readonly requests: Request[]; readonly rest: Buffer } => {
  const requests: Request[] = [];
  let at = 0;
  while (bytes.length - at >= headerBytes) {
    const length = bytes.readInt32LE(at);
    if (bytes.length - at < length) break;
    requests.push(requestIn(bytes.subarray(at, at + length)));
    at += length;
  }
  return { requests, rest: bytes.subarray(at) };
};

const documentAt = (bytes: Buffer, at: number): { readonly document: Document; readonly end: number } => {
  const end = at + bytes.readInt32LE(at);
  return { document: BSON.deserialize(bytes.subarray(at, end)), end };
};

const requestIn = (message: Buffer): Request => {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === opQuery) {
    const name = message.indexOf(0, headerBytes + 4);
    return { id, command: documentAt(message, name + 9).document, legacy: true, silent: false };
  }
  if (code !== opMsg) throw new Error(`no message has the code ${code}`);
  const flags = message.readUInt32LE(headerBytes);
  const end = message.length - ((flags & checksumPresent) === 0 ? 0 : 4);
  const command: Document = {};
  let at = headerBytes + 4;
  while (at < end) {
    const kind = message[at];
    if (kind === 0) {
      const section = documentAt(message, at + 1);
      Object.assign(command, section.document);
      at = section.end;
      continue;
    }
    const sectionEnd = at + 1 + message.readInt32LE(at + 1);
    const nameEnd = message.indexOf(0, at + 5);
    const documents: Document[] = [];
    let next = nameEnd + 1;
    while (next < sectionEnd) {
      const item = documentAt(message, next);
      documents.push(item.document);
      next = item.end;
    }
    command[message.toString('utf8', at + 5, nameEnd)] = documents;
    at = sectionEnd;
  }
  return { id, command, legacy: false, silent: (flags & moreToCome) !== 0 };
};

/** The bytes of an answer. */
export const answerTo = (request: Request, answer: Document): Buffer => {
  const document = BSON.serialize(answer, { ignoreUndefined: true });
  const head = Buffer.alloc(headerBytes + (request.legacy ? 20 : 5));
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.legacy ? opReply : opMsg, 12);
  if (request.legacy) head.writeInt32LE(1, headerBytes + 16);
  return Buffer.concat([head, document]);
};
