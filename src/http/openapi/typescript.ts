/** The description of the API as TypeScript: the types of `verbatim/client`. */
import type { Json } from './json-schema.ts';

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema?: Json;
    readonly content?: Content;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Content = Readonly<Record<string, { readonly schema: Json }>>;
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};

/** A declaration file with `Api`, from method and path to parameters and answer, and the types that it refers to. */
export function typescriptOf(description: Json): string {
  const { paths, components } = description as unknown as Document;
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `  '${method.toUpperCase()} ${path}': { readonly parameters: ${parametersOf(operation)}; readonly answer: ${answerOf(operation)} };`,
    ),
  );
  return [...types, `export type Api = {\n${operations.join('\n')}\n};`, ''].join('\n\n');
}

function parametersOf({ parameters = [], requestBody }: Operation): string {
  const outside = parameters
    .filter((one) => !('in' in one) || one.in !== 'header')
    .map(({ name, required, schema, content }) =>
      field(name, schema ?? content?.['application/json']?.schema ?? {}, required === true),
    );
  const body = requestBody?.content['application/json']?.schema;
  if (!body) return `{ ${outside.join(' ')} }`;
  return outside.length === 0 ? typeOf(body) : `{ ${outside.join(' ')} } & ${typeOf(body)}`;
}

const answerOf = ({ responses }: Operation): string =>
  typeOf((responses['200'] ?? responses['202'])?.content?.['application/json']?.schema ?? {});

const comment = ({ description }: Json): string =>
  typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : '';

const field = (name: string, schema: Json, isRequired: boolean): string =>
  `${comment(schema)}readonly ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)};`;

const names: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of the values that a schema describes. */
function typeOf(schema: Json): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return `(${(choices as Json[]).map(typeOf).join(' | ')})`;
  if (Array.isArray(allOf)) return `(${(allOf as Json[]).map(typeOf).join(' & ')})`;
  if (Array.isArray(type)) return `(${type.map((one) => typeOf({ ...schema, type: one })).join(' | ')})`;
  if (type === 'array') return listOf(schema);
  if (type === 'object') return objectOf(schema);
  return (typeof type === 'string' && names[type]) || 'unknown';
}

function listOf({ prefixItems, items }: Json): string {
  if (Array.isArray(prefixItems)) return `readonly [${(prefixItems as Json[]).map(typeOf).join(', ')}]`;
  return `readonly ${typeof items === 'object' && items !== null ? bracketed(typeOf(items as Json)) : 'unknown'}[]`;
}

/** Puts parentheses around a type before `[]`: otherwise `readonly a[][]` and `a | b[]` would mean something else. */
const bracketed = (type: string): string =>
  /^(readonly|")|[|&]/.test(type) && !type.startsWith('(') ? `(${type})` : type;

function objectOf({ properties = {}, required, additionalProperties: others }: Json): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties as Record<string, Json>).map(([name, schema]) =>
    field(name, schema, needed.has(name)),
  );
  const more =
    typeof others === 'object' && others !== null ? `Readonly<Record<string, ${typeOf(others as Json)}>>` : '';
  if (fields.length === 0) return more || (others === false ? '{}' : 'Readonly<Record<string, unknown>>');
  return more === '' ? `{ ${fields.join(' ')} }` : `{ ${fields.join(' ')} } & ${more}`;
}
