/** How an endpoint's parameters are described: in the path, the query or a form, and whether their text is JSON. */
import type { z } from 'zod';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { jsonForms } from '../request/parameters.ts';
import { type Json, schemaOf } from './json-schema.ts';

type Described = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
  /** Whether the text is JSON of that schema. */
  readonly json: boolean;
  readonly deprecated?: true;
};

export function describeParameters(endpoint: AnyEndpoint, inPath: ReadonlySet<string>): Json {
  const all = describedOf(endpoint);
  const asForm = endpoint.body !== 'json' && ['POST', 'PATCH', 'PUT'].includes(endpoint.method);
  const placed = all.filter(({ name }) => inPath.has(name) || !asForm);
  const form = all.filter(({ name }) => !inPath.has(name) && asForm);
  return {
    ...(placed.length > 0 && { parameters: placed.map((one) => parameterOf(one, inPath.has(one.name))) }),
    ...(form.length > 0 && { requestBody: formOf(form) }),
    ...(endpoint.body === 'json' && { requestBody: { required: true, content: { 'application/json': {} } } }),
  };
}

function describedOf(endpoint: AnyEndpoint): Described[] {
  const named = Object.entries<z.ZodType>(endpoint.parameters.shape).map(([name, field]) => described(name, field));
  const aliases = Object.entries(endpoint.aliases ?? {}).flatMap(([alias, name]) => {
    const meant = named.find((one) => one.name === name);
    return meant ? [{ ...meant, name: alias, required: false, deprecated: true as const }] : [];
  });
  return [...named, ...aliases];
}

function described(name: string, field: z.ZodType): Described {
  const { content, fallback } = unwrapped(field);
  return {
    name,
    required: !field.safeParse(undefined).success,
    schema: { ...schemaOf(content ?? field, 'input'), ...(fallback !== undefined && { default: fallback }) },
    json: content !== undefined,
  };
}

/** What is inside `.optional()` and `.default()`. */
function unwrapped(field: z.core.$ZodType): { content?: z.ZodType; fallback?: unknown } {
  const content = jsonForms.get(field);
  if (content) return { content };
  const def: { innerType?: z.core.$ZodType; in?: z.core.$ZodType; defaultValue?: unknown } = field._zod.def as object;
  const inner = def.innerType ?? def.in;
  if (!inner) return {};
  return { ...unwrapped(inner), ...(def.defaultValue !== undefined && { fallback: def.defaultValue }) };
}

function parameterOf({ name, required, schema, json, deprecated }: Described, inPath: boolean): Json {
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: required || inPath,
    ...(deprecated && { deprecated }),
    ...(json ? { content: { 'application/json': { schema } } } : { schema }),
  };
}

function formOf(form: readonly Described[]): Json {
  const required = form.filter((one) => one.required).map(({ name }) => name);
  const media = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        form.map(({ name, schema, deprecated }) => [name, deprecated ? { ...schema, deprecated } : schema]),
      ),
      ...(required.length > 0 && { required }),
    },
    encoding: Object.fromEntries(
      form.filter(({ json }) => json).map(({ name }) => [name, { contentType: 'application/json' }]),
    ),
  };
  return {
    required: required.length > 0,
    content: { 'application/x-www-form-urlencoded': media, 'multipart/form-data': media },
  };
}
