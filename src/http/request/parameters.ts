/**
 * The forms in which parameters travel (docs/api.md, Requests). Each type takes the text that was sent and gives the value; all of
 * them compose with `.optional()`, `.default()`, `.refine()`. What a wrong value is answered with stands in
 * `parameter-errors.ts`; a schema's own `error` is used as it is, so let it name the parameter.
 */
import { z } from 'zod';
import { listToFirstFault, toFirstFault } from '../../define/first-fault.ts';
import { type JsonFault, parseJson } from './json-text.ts';

/** A parameter whose text becomes a `T`. */
export type Parameter<T> = z.ZodType<T, string>;

/** Why a text is no value of its parameter, where zod's own issues do not say it. */
export type WireFault = JsonFault | 'bad-value' | 'bad-key';

/** What a parameter's value is as JSON, for the API's description; the others are strings. */
export const jsonForms = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Gives a parameter the schema that its value has as JSON. */
export const holding = <P extends z.ZodType>(parameter: P, content: z.ZodType): P => {
  jsonForms.set(parameter, content);
  return parameter;
};

/** The text as sent. */
export function raw(): Parameter<string>;
export function raw<T>(schema: z.ZodType<T, string>): Parameter<T>;
export function raw(schema: z.ZodType<unknown, string> = z.string()): Parameter<unknown> {
  return schema;
}

/** The text as sent. It may contain null bytes, which the command refuses with its own message. */
export const anyText = (): Parameter<string> => {
  const parameter = z.string();
  takesNul.add(parameter);
  return parameter;
};

/** Parameters whose text may contain a null byte. In every other one it is refused. */
export const takesNul = new WeakSet<z.core.$ZodType>();

/** JSON-encoded text of what `schema` takes. */
export const json = <S extends z.ZodType>(schema: S): Parameter<z.output<S>> =>
  holding(
    z
      .string()
      .transform((text, context): unknown => {
        const parsed = parseJson(text);
        return parsed.ok ? parsed.value : fault(context, parsed.why, text);
      })
      .pipe<z.ZodType<z.output<S>, unknown>>(schema instanceof z.ZodArray ? listToFirstFault(schema) : schema),
    schema,
  );

/**
 * An object whose keys the caller chooses. `z.record` leaves the key `__proto__` out without a word, so that what was to be kept under it
 * would be lost: it is refused.
 */
export const dict = <V extends z.ZodType>(values: V): z.ZodType<Record<string, z.output<V>>> =>
  z.preprocess(
    (value, context) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      if (Object.hasOwn(value, '__proto__'))
        context.addIssue({ code: 'custom', params: { wire: 'bad-key' satisfies WireFault } });
      return toFirstFault(value, values);
    },
    z.record(z.string(), values),
  );

/** A string, raw or JSON-quoted: clients do either. */
export function quotable(): Parameter<string>;
export function quotable<T>(schema: z.ZodType<T, string>): Parameter<T>;
export function quotable(schema: z.ZodType<unknown, string> = z.string()): Parameter<unknown> {
  return z
    .string()
    .transform((text, context): string => {
      if (!text.trimStart().startsWith('"')) return text;
      const parsed = parseJson(text);
      if (!parsed.ok) return parsed.why === 'not-json' ? text : fault(context, parsed.why, text);
      return typeof parsed.value === 'string' ? parsed.value : text;
    })
    .pipe(schema);
}

/** A JSON integer within ±(2^53 − 1). */
export const integer = (schema: z.ZodType<number> = z.int()): Parameter<number> => json(schema);

/** JSON `true` or `false`. */
export const boolean = (): Parameter<boolean> => json(z.boolean());

/** A JSON integer that is an id: `id(ChannelId)`. Zero and negative ones are "Invalid {name}". */
export const id = <B extends z.ZodType<number>>(brand: B): Parameter<z.output<B>> => json(brand);

/**
 * A text that `convert` turns into a value; anything it does not understand (undefined) is answered with
 * `Bad value for '{name}': …` and REQUEST_VARIABLE_INVALID.
 */
export const converted = <T>(convert: (text: string) => T | undefined): Parameter<T> =>
  z.string().transform((text, context): T => {
    const value = convert(text);
    return value === undefined ? fault(context, 'bad-value', text) : value;
  });

/** How many: a decimal integer, not negative, else `Bad value for …` (`num_before`, `num_after`). */
export const count = (): Parameter<number> =>
  holding(
    converted((text) => decimal(text)),
    z.int().nonnegative(),
  );

/** An id in the path: decimal digits, else `Bad value for …`. Nothing has the id 0, so that it is answered like any missing id. */
export const pathId = <B extends z.ZodType<number>>(brand: B): Parameter<z.output<B>> =>
  holding(
    converted((text) => {
      const value = decimal(text);
      return (value === 0 ? value : brand.safeParse(value).data) as z.output<B> | undefined;
    }),
    z.int().nonnegative(),
  );

function decimal(text: string): number | undefined {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

function fault(context: z.core.$RefinementCtx, wire: WireFault, text: string): never {
  context.addIssue({ code: 'custom', params: { wire, text } });
  return z.NEVER;
}
