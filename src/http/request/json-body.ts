/** A JSON body instead of a form: an object whose members are the parameters. */
import { isUtf8 } from 'node:buffer';
import { limits } from '../../vocabulary/limits.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { type JsonFault, type JsonText, parseJson } from './json-text.ts';
import { invalid } from './parameter-errors.ts';
import { decoded, type Sent, tooManyParameters } from './strict.ts';

/** `bytes`: the received bytes. `raw`: the same as text. */
export const readJson = (bytes: Buffer, raw: string): JsonText =>
  isUtf8(bytes) ? parseJson(raw) : { ok: false, why: 'not-json' };

/** The JSON in a body: either the whole body, or the first field of a form if it has that name. */
export function payloadText(raw: string, field: string | undefined): string {
  if (field === undefined || !raw.startsWith(`${field}=`)) return raw;
  const [encoded = ''] = raw.slice(field.length + 1).split('&', 1);
  // Text that is not UTF-8 is not JSON.
  return decoded(encoded) ?? '';
}

/**
 * Strings are used as they are. Any other value becomes its JSON text, as in a form. A member that is null counts as not sent. If a name
 * occurs twice, the last one counts, as in JSON parsers.
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
  if (members.length > limits.parametersMax) throw tooManyParameters();
  for (const [name, member] of members)
    if (member !== null) sent[name] = typeof member === 'string' ? member : textOf(name, member);
  return sent;
}

/** JSON parsers read a number that is too large as Infinity, which JSON cannot represent. */
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
