/** JSON Schema of zod declarations, in the form of OpenAPI 3.1: schemas with an id become components. */
import { z } from 'zod';

export type Json = { readonly [key: string]: unknown };

const componentsPath = '#/components/schemas/';

/** Converts schemas for one document, and collects those that have an id. `strict`: objects have no fields other than the declared ones. */
export class Schemas {
  readonly components: Record<string, Json> = {};
  readonly #override: (context: { jsonSchema: z.core.JSONSchema.BaseSchema }) => void;

  constructor(strict = false) {
    this.#override = ({ jsonSchema }) => {
      // Integers need no bounds.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.additionalProperties === false && !strict) delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
    };
  }

  /** `io`: whether the schema describes parameters or an answer. */
  of(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs: named = {},
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: this.#override });
    for (const [id, component] of Object.entries(named)) this.components[id] = referring(component) as Json;
    return referring(rest) as Json;
  }
}

/** The same schema with references to the components of the document, and without repeated choices. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === '$ref') return [key, String(item).replace('#/$defs/', componentsPath)];
      return [key, key === 'anyOf' && Array.isArray(item) ? distinct(item.map(referring)) : referring(item)];
    }),
  );
}

const distinct = (schemas: readonly unknown[]): readonly unknown[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

export const componentRef = (name: string): Json => ({ $ref: componentsPath + name });
