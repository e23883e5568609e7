/**
 * The forms in which parameters are sent (docs/api.md, Requests). Each type takes the sent text and returns the value. All of them can be
 * combined with `.optional()`, `.default()` and `.refine()`. `parameter-errors.ts` has the answers to wrong values. A schema's own `error`
 * is used unchanged, so that it should name the parameter.
 */
import { z } from 'zod';
import { listToFirstFault, toFirstFault } from '../../define/first-fault.ts';
import { type JsonFault, parseJson } from './json-text.ts';

/** A parameter whose text is converted to a `T`. */
export type Parameter<T> = z.ZodType<T, string>;

/** Why a text is not a value of its parameter, if zod's own issues do not express it. */
export type WireFault = JsonFault | 'bad-value' | 'bad-key';

/** The JSON schema of a parameter's value, for the description of the API. Parameters without an entry are strings. */
export const valueSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

export const withValueSchema = <P extends z.ZodType>(parameter: P, content: z.ZodType): P => {
  valueSchemas.set(parameter, content);
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

/** Parameters whose text may contain a null byte. In every other parameter it is refused. */
export const takesNul = new WeakSet<z.core.$ZodType>();

/** JSON-encoded text of a value that `schema` accepts. */
export const json = <S extends z.ZodType>(schema: S): Parameter<z.output<S>> =>
  withValueSchema(
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
 * An object whose keys the caller chooses. `z.record` silently leaves out the key `__proto__`, so that its value would be lost. Therefore
 * that key is refused.
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

/** A string, either raw or JSON-quoted, because clients send both. */
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

/** A JSON integer that is an id, for example `id(ChannelId)`. Zero and negative numbers are answered with "Invalid {name}". */
export const id = <B extends z.ZodType<number>>(brand: B): Parameter<z.output<B>> => json(brand);

/**
 * A text that `convert` turns into a value. If `convert` returns undefined, the answer is `Bad value for '{name}': …` and
 * REQUEST_VARIABLE_INVALID.
 */
export const converted = <T>(convert: (text: string) => T | undefined): Parameter<T> =>
  z.string().transform((text, context): T => {
    const value = convert(text);
    return value === undefined ? fault(context, 'bad-value', text) : value;
  });

/** A non-negative decimal integer (`num_before`, `num_after`). Anything else is answered with `Bad value for …`. */
export const count = (): Parameter<number> =>
  withValueSchema(
    converted((text) => decimal(text)),
    z.int().nonnegative(),
  );

/**
 * An id in the path, in decimal digits. Anything else is answered with `Bad value for …`. The id 0 is answered like any missing id, because
 * nothing has it.
 */
export const pathId = <B extends z.ZodType<number>>(brand: B): Parameter<z.output<B>> =>
  withValueSchema(
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
