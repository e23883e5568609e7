/** A JSON body in place of a form: an object whose members are the parameters. */
import { isUtf8 } from 'node:buffer';
import { parametersMax } from '../../vocabulary/limits.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { type JsonFault, type JsonText, parseJson } from './json-text.ts';
import { invalid } from './parameter-errors.ts';
import { type Sent, tooManyParameters, withBlanks } from './strict.ts';

/** `bytes`: as received; `raw`: the same as text. */
export const readJson = (bytes: Buffer, raw: string): JsonText =>
  isUtf8(bytes) ? parseJson(raw) : { ok: false, why: 'not-json' };

/** The JSON in a body: the whole of it, or the first field of a form, if it has that name. */
export function payloadText(raw: string, field: string | undefined): string {
  if (field === undefined || !raw.startsWith(`${field}=`)) return raw;
  const [encoded = ''] = raw.slice(field.length + 1).split('&', 1);
  try {
    return decodeURIComponent(withBlanks(encoded));
  } catch {
    // Not UTF-8: no JSON.
    return '';
  }
}

/**
 * Strings are taken as they are, any other value as its JSON text, as the same parameter would be written into a form. A member that
 * is null counts as not sent. Of a name that stands there twice, the last one counts, as JSON readers do.
 */
export function jsonParameters(bytes: Buffer, raw: string): Sent {
  const sent: Sent = Object.create(null);
  if (raw === '') return sent;
  const json = readJson(bytes, raw);
  if (!json.ok) throw new ProblemError(faults[json.why]);
  const { value } = json;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProblemError(invalid('The body is not a JSON object'));
  const members = Object.entries(value);
  if (members.length > parametersMax) throw tooManyParameters();
  for (const [name, member] of members)
    if (member !== null) sent[name] = typeof member === 'string' ? member : textOf(name, member);
  return sent;
}

/** A number beyond all measure is read as infinite, which JSON cannot write. */
function textOf(name: string, member: unknown): string {
  if (typeof member === 'number' && !Number.isFinite(member)) throw new ProblemError(invalid(`Invalid ${name}`));
  return JSON.stringify(member);
}

const faults: Readonly<Record<JsonFault, Problem>> = {
  'not-json': { status: 400, code: 'INVALID_JSON', msg: 'Malformed JSON' },
  'too-deep': invalid('The body is nested too deeply.'),
  'too-many': invalid('The body holds too many values.'),
  'not-text': invalid('The body holds a null byte or half a surrogate pair.'),
};
