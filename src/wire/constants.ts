/** Schemas of fields whose values never change: what is not there yet, and what clients need to be told all the same. */
import { z } from 'zod';

type Constants = Readonly<Record<string, unknown>>;

/** One schema for each constant, by its type: the values may come to differ one day. */
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
