/** Walks the JSON schemas of parameters and of the input of commands. */
import { z } from 'zod';

export type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema;

/** The schema and every schema within, with its path: `register.narrow[][]`, `updateBotStorage.storage.*`. */
export function* within(schema: Schema, path: string): Generator<readonly [path: string, schema: Schema]> {
  yield [path, schema];
  for (const one of [schema.anyOf, schema.oneOf, schema.allOf].flatMap(schemasIn)) yield* within(one, path);
  for (const item of [...schemasIn(schema.prefixItems), ...schemasIn([schema.items])]) yield* within(item, `${path}[]`);
  for (const [name, property] of Object.entries(isSchema(schema.properties) ? schema.properties : {}))
    if (isSchema(property)) yield* within(property, `${path}.${name}`);
  if (isSchema(schema.additionalProperties)) yield* within(schema.additionalProperties, `${path}.*`);
}
