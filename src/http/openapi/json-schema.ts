/** JSON Schema of what is declared with zod, as OpenAPI 3.1 has it: schemas with an id become components. */
import { z } from 'zod';

export type Json = { readonly [key: string]: unknown };

const componentsPath = '#/components/schemas/';

/** Schemas as they are in one document; collects those that have an id. `strict`: objects have no fields but those declared. */
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

  /** `io`: what is sent, or what is answered. */
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

/** The same schema with references to the components of the document. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' ? [key, String(item).replace('#/$defs/', componentsPath)] : [key, referring(item)],
    ),
  );
}

export const componentRef = (name: string): Json => ({ $ref: componentsPath + name });
