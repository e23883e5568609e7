/** Schemas of fields with constant values: features that do not exist yet, but whose fields clients require. */
import { z } from 'zod';

type Constants = Readonly<Record<string, unknown>>;

/** One schema for each constant. It describes the type, not the value, because the value may change in a later version. */
export const shapeOfConstants = <T extends Constants>(constants: T): { readonly [K in keyof T]: z.ZodType<T[K]> } =>
  Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, schemaOf(value)])) as {
    [K in keyof T]: z.ZodType<T[K]>;
  };

function schemaOf(value: unknown): z.ZodType {
  if (Array.isArray(value)) return z.array(value.length === 0 ? z.unknown() : schemaOf(value[0]));
  switch (typeof value) {
    case 'boolean':
      return z.boolean();
    case 'number':
      return z.int();
    case 'string':
      return z.string();
    default:
      return value === null ? z.null() : z.object(shapeOfConstants(value as Constants)).loose();
  }
}
