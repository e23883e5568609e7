/** JSON Schema of what is declared with zod: OpenAPI 3.1 takes it as it is. */
import { z } from 'zod';

export type Json = { readonly [key: string]: unknown };

/** A schema as it stands inside a document; what JSON Schema has no word for is left open. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
