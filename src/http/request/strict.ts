/**
 * The strict check of parameters. Koa and `qs` parse leniently: they alter text that is not UTF-8, and turn a parameter that is sent twice
 * into a list. A system of record must not alter messages. Therefore such a request is refused with a 400 that names the parameter.
 */
import { isUtf8 } from 'node:buffer';
import { limits } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { invalid } from './parameter-errors.ts';
import type { Context } from './request-context.ts';

/** The parameters of one part of a request. The object has no prototype, so that every name is an ordinary key. */
export type Sent = Record<string, string>;

export const queryOf = ({ querystring }: Context): Sent => sentIn(querystring, decoded);

/** The parameters of a form. `bytes`: the received bytes. `raw`: the same as text. `parsed`: the result of `qs`. */
export function formOf(bytes: Buffer, raw: string, parsed: unknown): Sent {
  if (!isUtf8(bytes)) throw notUtf8(nameOfBroken(bytes));
  const sent = parsed as Sent;
  // `qs` removes the brackets from `[a]`, and looks for a name up to `]=`. It leaves out `__proto__`, which names no parameter.
  for (const name in sentIn(raw, checked))
    if (name !== '' && name !== '__proto__' && sent[name] === undefined)
      throw new ProblemError(invalid(`The name or value of ${short(name)} has brackets that must be percent-encoded`));
  return sent;
}

/**
 * The parameters in a urlencoded text, with what `read` makes of their values: undefined if a value is not UTF-8. Throws a `ProblemError`
 * for a text that two parsers could read differently.
 */
function sentIn(raw: string, read: (value: string) => string | undefined): Sent {
  const sent: Sent = Object.create(null);
  if (raw === '') return sent;
  const pairs = raw.split('&', limits.parametersMax + 1);
  if (pairs.length > limits.parametersMax) throw tooManyParameters();
  for (const pair of pairs) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decoded(mark < 0 ? pair : pair.slice(0, mark));
    if (name === undefined) throw nameNotUtf8();
    const value = mark < 0 ? '' : read(pair.slice(mark + 1));
    if (value === undefined) throw notUtf8(name);
    if (name in sent) throw sentTwice(name);
    sent[name] = value;
  }
  return sent;
}

/** The name of the parameter whose bytes are not UTF-8. */
function nameOfBroken(bytes: Buffer): string {
  for (const pair of bytes.toString('latin1').split('&')) {
    if (isUtf8(Buffer.from(pair, 'latin1'))) continue;
    const name = Buffer.from(pair.split('=', 1)[0] ?? '', 'latin1');
    if (isUtf8(name)) return decoded(name.toString()) ?? name.toString();
  }
  return 'The name of a parameter';
}

/** The parameters of the path, which the router has decoded if it could. */
export function pathParametersOf(context: Context, path: string): Sent {
  const names = pathParameters(path);
  const sent: Sent = Object.create(null);
  names.forEach((name, index) => {
    const value = percentDecoded(context.captures?.[index] ?? '');
    if (value === undefined) throw notUtf8(name);
    sent[name] = value;
  });
  return sent;
}

/** The names of the parameters in a declared path, in order. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);

const [plus = 0, blank = 0] = Buffer.from('+ ');

/** Replaces the plus signs of a form with blanks. `replaceAll` would take a tenth of a second for a megabyte of them. */
export function withBlanks(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let at = bytes.indexOf(plus); at < bytes.length; at += 1) if (bytes[at] === plus) bytes[at] = blank;
  return bytes.toString();
}

/** A text of a form, decoded. Undefined if it is malformed or not UTF-8. */
export const decoded = (text: string): string | undefined => percentDecoded(withBlanks(text));

/** A text of a path, decoded. Undefined if it is malformed or not UTF-8. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const beyondAscii = /%[89A-Fa-f]/;
const malformed = /%(?![0-9A-Fa-f]{2})/;

/** The text as sent, or undefined if it cannot be decoded. Most texts are ASCII and need no second decoding. */
const checked = (text: string): string | undefined =>
  beyondAscii.test(text) ? percentDecoded(text) : malformed.test(text) ? undefined : text;

const short = (name: string): string => name.slice(0, 100);

export const notUtf8 = (name: string): ProblemError => new ProblemError(invalid(`${name} is not valid UTF-8`));
export const nameNotUtf8 = (): ProblemError => notUtf8('The name of a parameter');
export const sentTwice = (name: string): ProblemError => new ProblemError(invalid(`${name} was sent twice`));
export const tooManyParameters = (): ProblemError =>
  new ProblemError(invalid(`There are too many parameters (limit: ${limits.parametersMax})`));
