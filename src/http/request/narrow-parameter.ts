/** The parameter `narrow`: a JSON list of terms, each an object or a pair of strings (docs/api.md, Narrows). */
import { z } from 'zod';
import { limits } from '../../vocabulary/limits.ts';
import type { NarrowTerm } from '../../vocabulary/narrow.ts';
import { parseJson } from './json-text.ts';
import { type Parameter, valueSchemas } from './parameters.ts';

type Operand = NarrowTerm['operand'];

/** An invalid term. The answer has this message, or “Bad value” for the parameter if there is none. */
type Fault = { readonly message?: string };
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

const read = <T>(value: T): Read<T> => ({ ok: true, value });
const wrong = (message?: string): Read<never> => ({ ok: false, fault: message === undefined ? {} : { message } });

const takingIds = ['sender', 'group-pm-with', 'stream'];
const takingIdLists = ['pm-with'];
const neverBlank = ['search'];

/** The schema in the description of the API. The errors come from the code below. */
const described = z.array(
  z.union([
    z.object({
      operator: z.string(),
      operand: z.union([z.string(), z.int(), z.array(z.int())]),
      negated: z.boolean().optional(),
    }),
    z.tuple([z.string(), z.string()]),
  ]),
);

export function narrowParameter(): Parameter<NarrowTerm[]> {
  const parameter = z.string().transform((text, context): NarrowTerm[] => {
    const terms = termsOf(text);
    if (terms.ok) return terms.value;
    const { message } = terms.fault;
    context.addIssue(
      message === undefined ? { code: 'custom', params: { wire: 'bad-value' } } : { code: 'custom', message },
    );
    return z.NEVER;
  });
  valueSchemas.set(parameter, described);
  return parameter;
}

function termsOf(text: string): Read<NarrowTerm[]> {
  const parsed = parseJson(text);
  if (!parsed.ok || !Array.isArray(parsed.value)) return wrong();
  if (parsed.value.length > limits.narrowTermsMax)
    return wrong(`narrow is too long (limit: ${limits.narrowTermsMax} items)`);
  const terms: NarrowTerm[] = [];
  for (const element of parsed.value as unknown[]) {
    const term = Array.isArray(element) ? pairOf(element) : termOf(element);
    if (!term.ok) return term;
    terms.push(term.value);
  }
  return read(terms);
}

function pairOf(element: readonly unknown[]): Read<NarrowTerm> {
  const [operator, operand] = element;
  if (element.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') return wrong();
  // A search must not be blank in either form. This is the only rule for a pair.
  const checked = operator === 'search' ? operandOf(operator, operand) : text(operand);
  return checked.ok ? read({ operator, operand: checked.value, negated: false }) : checked;
}

function termOf(element: unknown): Read<NarrowTerm> {
  if (typeof element !== 'object' || element === null) return wrong();
  const { operator, operand, negated = false } = element as Readonly<Record<string, unknown>>;
  if (operator === undefined) return wrong('operator key is missing from elem');
  if (typeof operator !== 'string') return wrong('elem["operator"] is not a string');
  if (operand === undefined) return wrong('operand key is missing from elem');
  if (typeof negated !== 'boolean') return wrong('elem["negated"] is not a boolean');
  const checked = operandOf(operator, operand);
  return checked.ok ? read({ operator, operand: checked.value, negated }) : checked;
}

function operandOf(operator: string, operand: unknown): Read<Operand> {
  if (typeof operand === 'string')
    return neverBlank.includes(operator) && operand.trim() === ''
      ? wrong('elem["operand"] cannot be blank.')
      : text(operand);
  if (takingIds.includes(operator))
    return isId(operand) ? read(operand) : wrong('elem["operand"] is not a string or integer');
  if (takingIdLists.includes(operator)) {
    if (!Array.isArray(operand) || !operand.every(isId))
      return wrong('elem["operand"] is not a string or an integer list');
    return operand.length > limits.recipientsMax
      ? wrong(`elem["operand"] is too long (limit: ${limits.recipientsMax} items)`)
      : read(operand);
  }
  return wrong('elem["operand"] is not a string');
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const text = (operand: string): Read<string> =>
  operand.length > limits.narrowOperandLengthMax
    ? wrong(`elem["operand"] is too long (limit: ${limits.narrowOperandLengthMax} characters)`)
    : read(operand);
