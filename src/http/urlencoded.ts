/**
 * Parameters in a query or an urlencoded body, read strictly: what is not UTF-8 is refused rather than altered, and so is a
 * parameter that comes twice (spec, Requests; api-facts §0.2a).
 */
import { isUtf8 } from 'node:buffer';
import { invalid } from './parameter-errors.ts';
import { ProblemError } from './problem.ts';

/** Parameters of one part of a request; no prototype, so that any name is a plain name. */
export type Sent = Record<string, string>;

export const nothingSent: Sent = Object.freeze(Object.create(null));

/** The bytes of an urlencoded body. */
export function readForm(bytes: Buffer): Sent {
  if (bytes.length === 0) return nothingSent;
  return isUtf8(bytes) ? readPairs(bytes.toString('utf8'), decode) : readPairs(bytes.toString('latin1'), decodeRaw);
}

/** A query as Node hands it over: one character a byte. */
export function readQuery(query: string): Sent {
  if (query === '') return nothingSent;
  return readPairs(query, /[\x80-\xff]/.test(query) ? decodeRaw : decode);
}

/** One word of a path; throws what to answer. */
export function readPathWord(text: string, name: string): string {
  const word = text.includes('%') || /[\x80-\xff]/.test(text) ? decodeRaw(text.replaceAll('+', '%2B')) : text;
  if (word === undefined) throw notUtf8(name);
  return word;
}

type Decode = (text: string) => string | undefined;

function readPairs(text: string, decode: Decode): Sent {
  const sent: Sent = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name === undefined) throw new ProblemError(invalid('The name of a parameter is not valid UTF-8'));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    if (value === undefined) throw notUtf8(name);
    add(sent, name, value);
  }
  return sent;
}

/** Adds a parameter; throws what to answer when it is there already. */
export function add(sent: Sent, name: string, value: string): void {
  if (sent[name] !== undefined) throw new ProblemError(invalid(`${name} was sent twice`));
  sent[name] = value;
}

export const notUtf8 = (name: string): ProblemError => new ProblemError(invalid(`${name} is not valid UTF-8`));

/** Percent-encoding to text; undefined where it is malformed or not UTF-8. */
function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** As `decode`, where bytes stand unencoded among the others. */
function decodeRaw(text: string): string | undefined {
  return decode(text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
}
