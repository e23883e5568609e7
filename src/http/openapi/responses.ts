/** The answers of an operation: its success, and its errors by status. Each kind of error has a schema of its own. */
import type { ErrorExample } from '../../define/endpoint.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { ndjson } from '../response/lines.ts';
import { codeOf, problemBody } from '../response/problem.ts';
import { errorExamples } from './error-examples.ts';
import { componentRef, type Json, type Schemas } from './json-schema.ts';

const header = (description: string, type: 'string' | 'integer' | 'number'): Json => ({
  description,
  schema: { type },
});

const rateHeaders = {
  'X-RateLimit-Limit': header('How many requests a user may make per minute. Absent if there is no limit.', 'integer'),
  'X-RateLimit-Remaining': header('How many of them are left.', 'integer'),
  'X-RateLimit-Reset': header('When the minute ends, in Unix seconds.', 'integer'),
};

const headersOf: Readonly<Record<number, Json>> = {
  401: {
    'WWW-Authenticate': header('The required authentication scheme. Absent if the key is in the address.', 'string'),
  },
  429: { ...rateHeaders, 'Retry-After': header('Try again after this many seconds.', 'number') },
  503: { 'Retry-After': header('Try again after this many seconds.', 'number') },
};

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid or not permitted',
  401: 'The caller is not authenticated',
  403: 'Not permitted',
  405: 'The past can only be read',
  409: 'The request conflicts with the present state, for instance with a legal hold',
  413: 'The body is too large',
  415: 'The type of the body is not supported',
  429: 'Too many requests',
  500: 'The server failed',
  503: 'A store of the service is temporarily unavailable',
};

export function responsesOf(endpoint: AnyEndpoint, schemas: Schemas, errors: Errors): Json {
  const answer = schemas.of(endpoint.response, 'output');
  const byStatus = new Map<number, ErrorExample[]>();
  for (const one of errorExamples(endpoint)) byStatus.set(one.status, [...(byStatus.get(one.status) ?? []), one]);
  const example = endpoint.bare ? endpoint.example : { result: 'success', msg: '', ...endpoint.example };
  const success = {
    headers: {
      ...(endpoint.access !== 'anyone' && rateHeaders),
      ...(endpoint.tagged && { ETag: header('Identifies this version of the answer, for `If-None-Match`.', 'string') }),
    },
    content: endpoint.raw
      ? { [endpoint.raw.type]: { schema: { type: 'string' }, example: endpoint.raw.example } }
      : {
          'application/json': { schema: endpoint.bare ? answer : successOf(answer), example },
          ...(endpoint.lines && { [ndjson]: { schema: { type: 'string' }, example: endpoint.lines } }),
        },
  };
  return {
    ...(endpoint.runsInBackground !== true && { 200: { description: 'Success', ...success } }),
    ...(endpoint.runsInBackground && { 202: { description: 'Accepted: it is done in the background', ...success } }),
    ...(endpoint.tagged && { 304: { description: 'The answer has not changed: it is the one in `If-None-Match`' } }),
    ...Object.fromEntries(
      [...byStatus].sort().map(([status, examples]) => [status, errors.response(status, examples)]),
    ),
  };
}

const successOf = (answer: Json): Json => ({
  ...answer,
  properties: {
    result: { type: 'string', const: 'success' },
    msg: { type: 'string', description: 'Empty' },
    ...(answer.properties as Json | undefined),
  },
  required: ['result', 'msg', ...((answer.required as string[] | undefined) ?? [])],
});

/** Schemas of errors: one for each `code`, and for errors without a code one for each set of further fields. */
export class Errors {
  readonly #kinds = new Map<string, ErrorExample[]>();

  response(status: number, examples: readonly ErrorExample[]): Json {
    for (const example of examples) {
      const kind = kindOf(example);
      this.#kinds.set(kind, [...(this.#kinds.get(kind) ?? []), example]);
    }
    const kinds = [...new Set(examples.map(kindOf))].sort();
    return {
      description: descriptions[status] ?? 'Refused',
      ...(headersOf[status] && { headers: headersOf[status] }),
      content: {
        'application/json': {
          schema: kinds.length === 1 ? componentRef(kinds[0] ?? '') : { anyOf: kinds.map(componentRef) },
          examples: Object.fromEntries(
            examples.map(({ msg, fields, ...example }) => [
              slugOf(msg),
              { value: JSON.parse(problemBody({ msg, ...(fields && { fields }), ...example })) },
            ]),
          ),
        },
      },
    };
  }

  get components(): Record<string, Json> {
    return Object.fromEntries([...this.#kinds].sort().map(([kind, examples]) => [kind, schemaOf(examples)]));
  }
}

function typeOf(value: unknown): Json {
  if (!Array.isArray(value)) return { type: typeof value };
  const kinds = [...new Map(value.map(typeOf).map((kind) => [JSON.stringify(kind), kind])).values()];
  return { type: 'array', items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } };
}

function kindOf(example: ErrorExample): string {
  const { fields = {} } = example;
  const code = codeOf(example);
  const words = code === undefined ? Object.keys(fields).join('_') : code;
  return `${pascalCase(words)}Error`.replace(/^Error$/, 'PlainError');
}

const pascalCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

function schemaOf(examples: readonly ErrorExample[]): Json {
  const code = examples[0] && codeOf(examples[0]);
  const all = examples.map(({ fields = {} }) => fields);
  const fields = Object.assign({}, ...all) as Json;
  const everywhere = Object.keys(fields).filter((name) => all.every((one) => name in one));
  return {
    type: 'object',
    description: code === undefined ? 'An error without a code.' : `An error with the code \`${code}\`.`,
    properties: {
      result: { type: 'string', const: 'error' },
      msg: { type: 'string', description: 'A message for people' },
      ...(code !== undefined && { code: { type: 'string', const: code } }),
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeOf(value)])),
    },
    required: ['result', 'msg', ...(code === undefined ? [] : ['code']), ...everywhere],
  };
}

const slugOf = (msg: string): string =>
  msg
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
