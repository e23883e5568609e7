/**
 * Parameters in a query or an urlencoded body, read strictly: what is not UTF-8 is refused rather than altered, and so is a
 * parameter that comes twice (spec, Requests; api-facts §0.2a). Read byte by byte: `decodeURIComponent` took most of what reading a
 * form took.
 */
import { isUtf8 } from 'node:buffer';
import { ProblemError } from '../response/problem.ts';
import { invalid } from './parameter-errors.ts';

/** Parameters of one part of a request; no prototype, so that any name is a plain name. */
export type Sent = Record<string, string>;

export const nothingSent: Sent = Object.freeze(Object.create(null));

const [ampersand, equalsSign, plus, percent, space] = Buffer.from('&=+% ') as unknown as readonly [
  number,
  number,
  number,
  number,
  number,
];

/** The bytes of an urlencoded body; they are decoded in their place. */
export function readForm(bytes: Buffer): Sent {
  if (bytes.length === 0) return nothingSent;
  const sent: Sent = Object.create(null);
  for (let start = 0; start < bytes.length; ) {
    let equals = -1;
    let end = start;
    for (; end < bytes.length && bytes[end] !== ampersand; end += 1)
      if (equals < 0 && bytes[end] === equalsSign) equals = end;
    if (end > start) readPair(bytes, start, equals < 0 ? end : equals, end, sent);
    start = end + 1;
  }
  return sent;
}

/** A query as Node hands it over: one character a byte. */
export function readQuery(query: string): Sent {
  return readForm(Buffer.from(query, 'latin1'));
}

/** One word of a path; throws what to answer. */
export function readPathWord(text: string, name: string): string {
  if (!/[%\x80-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text.replaceAll('+', '%2B'), 'latin1');
  const word = decoded(bytes, 0, bytes.length);
  if (word === undefined) throw notUtf8(name);
  return word;
}

function readPair(bytes: Buffer, start: number, equals: number, end: number, sent: Sent): void {
  const name = decoded(bytes, start, equals);
  if (name === undefined) throw new ProblemError(invalid('The name of a parameter is not valid UTF-8'));
  const value = equals === end ? '' : decoded(bytes, equals + 1, end);
  if (value === undefined) throw notUtf8(name);
  add(sent, name, value);
}

/** Adds a parameter; throws what to answer when it is there already. */
export function add(sent: Sent, name: string, value: string): void {
  if (sent[name] !== undefined) throw new ProblemError(invalid(`${name} was sent twice`));
  sent[name] = value;
}

export const notUtf8 = (name: string): ProblemError => new ProblemError(invalid(`${name} is not valid UTF-8`));

/** Percent-encoded bytes as text; undefined where they are malformed or not UTF-8. What is decoded takes their place. */
function decoded(bytes: Buffer, start: number, end: number): string | undefined {
  let to = start;
  let seen = 0;
  for (let at = start; at < end; at += 1) {
    let byte = bytes[at] as number;
    if (byte === plus) byte = space;
    else if (byte === percent) {
      byte = at + 2 < end ? (digit(bytes[at + 1]) << 4) | digit(bytes[at + 2]) : -1;
      if (byte < 0) return undefined;
      at += 2;
    }
    seen |= byte;
    bytes[to] = byte;
    to += 1;
  }
  if (seen < 0x80) return bytes.toString('latin1', start, to);
  const text = bytes.subarray(start, to);
  return isUtf8(text) ? text.toString('utf8') : undefined;
}

const digits = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

/** What a hexadecimal digit is worth; -1: it is none. */
const digit = (code: number | undefined): number => digits[code ?? 0] ?? -1;
