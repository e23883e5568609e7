/** How an endpoint's parameters are described: in the path, in the query, or in a body, which is JSON or a form. */
import { z } from 'zod';
import { limits } from '../../vocabulary/limits.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { asOfHeader, asUserHeader } from '../past/look.ts';
import { isViewable } from '../past/viewed.ts';
import { idempotencyHeader } from '../request/idempotency-key.ts';
import { valueSchemas } from '../request/parameters.ts';
import { reasonHeader, reasonParameter } from '../request/privileged.ts';
import type { Json, Schemas } from './json-schema.ts';

type Described = {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly example: unknown;
  /** The schema of its value as JSON. */
  readonly schema: Json;
  readonly deprecated?: true;
};

/** `inPath`: the names of the path parameters. */
export function describeParameters(endpoint: AnyEndpoint, inPath: ReadonlySet<string>, schemas: Schemas): Json {
  const all = describedOf(endpoint, schemas);
  const others = all.filter(({ name }) => !inPath.has(name));
  const asBody = takesBody(endpoint, others) && others.length > 0;
  const key = endpoint.access === 'key' ? 'api_key' : undefined;
  const parameters = [
    ...all.filter(({ name }) => inPath.has(name)).map((one) => parameterOf(one, 'path')),
    ...(asBody ? [] : others.filter(({ name }) => name !== key).map((one) => parameterOf(one, 'query'))),
    ...(endpoint.eventHeader === undefined ? [] : [headerOf(endpoint.eventHeader)]),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
    ...(isViewable(endpoint) ? [asOf, asUser] : []),
    ...(takesReason(endpoint) || isViewable(endpoint) ? [auditReason] : []),
  ];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(asBody && { requestBody: bodyOf(others) }),
    ...(endpoint.payload && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.of(endpoint.payload, 'input') } },
      },
    }),
  };
}

/** Whether the parameters go into a body. Lists and objects are easier to send there, and a DELETE may have a body too. */
function takesBody({ method, body }: AnyEndpoint, parameters: readonly Described[]): boolean {
  if (body === 'json' || method === 'GET') return false;
  return method !== 'DELETE' || parameters.some(({ schema }) => !isPrimitive(schema));
}

function describedOf(endpoint: AnyEndpoint, schemas: Schemas): Described[] {
  const named = Object.entries<z.ZodType>(endpoint.parameters.shape).map(([name, field]) =>
    described(name, field, schemas),
  );
  const aliases = Object.entries(endpoint.aliases ?? {}).flatMap(([alias, name]) => {
    const meant = named.find((one) => one.name === name);
    if (!meant) return [];
    return [
      {
        ...meant,
        name: alias,
        required: false,
        description: `Another name of \`${name}\`.`,
        deprecated: true as const,
      },
    ];
  });
  return [...named, ...aliases];
}

function described(name: string, field: z.ZodType, schemas: Schemas): Described {
  const { content, fallback } = unwrapped(field);
  const { description, examples: _, ...schema } = schemas.of(content ?? field, 'input');
  const meta = z.globalRegistry.get(field);
  return {
    name,
    required: !field.safeParse(undefined).success,
    description: meta?.description,
    example: (meta?.examples as unknown[] | undefined)?.[0],
    schema: { ...schema, ...(fallback !== undefined && { default: fallback }) },
  };
}

/** The schema inside `.optional()` and `.default()`. */
function unwrapped(field: z.core.$ZodType): { content?: z.ZodType; fallback?: unknown } {
  const content = valueSchemas.get(field);
  if (content) return { content };
  const def: { innerType?: z.core.$ZodType; in?: z.core.$ZodType; defaultValue?: unknown } = field._zod.def as object;
  const inner = def.innerType ?? def.in;
  if (!inner) return {};
  return { ...unwrapped(inner), ...(def.defaultValue !== undefined && { fallback: def.defaultValue }) };
}

/** Whether it is a string, a number or a boolean. These have the same text in a query and as JSON. */
function isPrimitive(schema: Json): boolean {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return choices.every(isPrimitive);
  const types = [schema.type].flat();
  return !types.includes('array') && !types.includes('object') && !('$ref' in schema);
}

function parameterOf(
  { name, required, description, example, schema, deprecated }: Described,
  place: 'path' | 'query',
): Json {
  return {
    name,
    in: place,
    required: required || place === 'path',
    description,
    ...(deprecated && { deprecated }),
    ...(isPrimitive(schema) ? { schema, example } : { content: { 'application/json': { schema, example } } }),
  };
}

const headerOf = (name: string): Json => ({
  name,
  in: 'header',
  required: true,
  description: 'The type of the event in the body.',
  schema: { type: 'string' },
  example: 'push',
});

const idempotencyKey: Json = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description: 'Requests with the same key are carried out once and get the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLengthMax },
  example: '6f0c8f1e-4c0b-4c57-9f0e-0d9f1f6d9b52',
};

const takesReason = ({ privileged, parameters }: AnyEndpoint): boolean =>
  privileged !== undefined || parameters.shape.reason === reasonParameter;

const auditReason: Json = {
  name: reasonHeader,
  in: 'header',
  required: false,
  description: 'The reason, which is recorded, in UTF-8. If the request has a parameter `reason`, that does the same.',
  schema: { type: 'string', minLength: 1, maxLength: limits.auditReasonLengthMax },
  example: 'Case 4711',
};

const asOf: Json = {
  name: asOfHeader,
  in: 'header',
  required: false,
  description:
    'Only for auditors, with a reason: returns the state of the organization at this moment (ISO 8601, `position:N` or an event id). The answer has this header, too, with the event, its position and its time.',
  schema: { type: 'string' },
  example: '2026-11-22T14:34:00Z',
};

const asUser: Json = {
  name: asUserHeader,
  in: 'header',
  required: false,
  description:
    'Only for auditors, with a reason: returns what this user sees, now or at the moment of `Verbatim-As-Of`.',
  schema: { type: 'string' },
  example: '9',
};

function bodyOf(parameters: readonly Described[]): Json {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema: value, description, example, deprecated }) => [
        name,
        { ...value, description, examples: [example], ...(deprecated && { deprecated }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
  const example = Object.fromEntries(
    parameters.filter((one) => !one.deprecated && one.required).map((one) => [one.name, one.example]),
  );
  const isJson = parameters.filter((one) => !isPrimitive(one.schema));
  const encoding = Object.fromEntries(isJson.map(({ name }) => [name, { contentType: 'application/json' }]));
  const form = { schema, ...(isJson.length > 0 && { encoding }) };
  return {
    required: required.length > 0,
    content: {
      'application/json': { schema, example },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
    },
  };
}
