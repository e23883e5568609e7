/**
 * The answers to invalid parameters (docs/api.md, Errors): always a 400 that names the parameter. Only the first fault is reported, in the
 * order in which the endpoint declares its parameters.
 */
import { z } from 'zod';
import { colorForm } from '../../vocabulary/color.ts';
import type { Problem } from '../response/problem.ts';
import { takesNul, type WireFault } from './parameters.ts';

type Issue = Omit<z.core.$ZodIssue, 'message'> & z.core.$ZodRawIssue;

/**
 * Validates the parameters. Returns the values, or the answer that describes the fault. A parameter that was sent under an alias is in
 * `sent` under both names, and the answer has the alias.
 */
export function readParameters<P extends z.ZodObject>(
  schema: P,
  sent: Readonly<Record<string, string>>,
  aliases: Readonly<Record<string, string>> = {},
): { readonly ok: true; readonly values: z.output<P> } | { readonly ok: false; readonly problem: Problem } {
  const sentAs = (name: string): string =>
    Object.keys(aliases).find((alias) => aliases[alias] === name && sent[alias] !== undefined) ?? name;
  for (const name in sent)
    if (sent[name]?.includes('\0') && Object.hasOwn(schema.shape, name) && !takesNul.has(schema.shape[name]))
      return { ok: false, problem: invalid(`${sentAs(name)} must not contain null bytes`) };
  const read = schema.safeParse(sent, {
    error: (issue) => messageOf({ ...(issue as Issue), path: renamed(issue.path ?? [], sentAs) }),
    reportInput: true,
  });
  if (read.success) return { ok: true, values: read.data };
  return { ok: false, problem: problemOf(read.error.issues[0], sent, sentAs) };
}

const renamed = ([name, ...inner]: readonly PropertyKey[], sentAs: (name: string) => string): PropertyKey[] =>
  name === undefined ? [] : [sentAs(String(name)), ...inner];

function problemOf(
  issue: z.core.$ZodIssue | undefined,
  sent: Readonly<Record<string, string>>,
  sentAs: (name: string) => string,
): Problem {
  const name = sentAs(String(issue?.path[0] ?? 'parameters'));
  if (issue?.path.length === 1 && sent[name] === undefined) return missing(name);
  const fault = issue && wireFaultOf(issue);
  if (fault === 'bad-value') return badValue(name, sent[name] ?? '');
  return invalid(issue?.message ?? `Invalid ${name}`);
}

export const missing = (name: string): Problem => ({
  status: 400,
  code: 'REQUEST_VARIABLE_MISSING',
  msg: `Missing '${name}' argument`,
  fields: { var_name: name },
});

/** Long values are cut, because the answer contains the value twice. */
export const badValue = (name: string, value: string): Problem => ({
  status: 400,
  code: 'REQUEST_VARIABLE_INVALID',
  msg: `Bad value for '${name}': ${short(value)}`,
  fields: { var_name: name, bad_value: short(value) },
});

export const confusing = (one: string, other: string): Problem => ({
  status: 400,
  code: 'REQUEST_CONFUSING_VAR',
  msg: `Can't decide between '${one}' and '${other}' arguments`,
  fields: { var_name1: one, var_name2: other },
});

export const unknownParameter = (name: string): Problem => invalid(`Unknown parameter: ${short(name)}`);

export const invalid = (msg: string): Problem => ({ status: 400, code: 'BAD_REQUEST', msg });

const short = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 200).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** `subscriptions[0]["name"]` */
const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, depth) => {
      if (depth === 0) return String(part);
      return typeof part === 'number' ? `[${part}]` : `["${short(String(part))}"]`;
    })
    .join('');

function wireFaultOf(issue: { code?: string; params?: unknown }): WireFault | undefined {
  const params = issue.code === 'custom' ? (issue.params as { wire?: WireFault } | undefined) : undefined;
  return params?.wire;
}

/** The message for a fault whose schema has no message of its own. */
function messageOf(issue: Issue): string {
  const path = issue.path ?? [];
  const name = nameOf(path);
  if (issue.input === undefined && path.length > 1)
    return `${String(path.at(-1))} key is missing from ${nameOf(path.slice(0, -1))}`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} is not ${withArticle(nounOf(issue))}`;
    case 'too_big':
    case 'too_small':
      return sizeMessage(issue, name);
    case 'unrecognized_keys':
      return `Unexpected arguments: ${issue.keys.map(short).join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'url') return `${name} is not a URL`;
      return issue.pattern === String(colorForm) ? `${name} is not a valid hex color code` : `Invalid ${name}`;
    case 'invalid_union':
      return unionMessage(issue, path, name);
    default:
      return faultMessages[wireFaultOf(issue) ?? 'bad-value']?.(name) ?? `Invalid ${name}`;
  }
}

const faultMessages: { readonly [F in WireFault]?: (name: string) => string } = {
  'not-json': (name) => `Argument "${name}" is not valid JSON.`,
  'too-deep': (name) => `Argument "${name}" is nested too deeply.`,
  'too-many': (name) => `Argument "${name}" holds too many values.`,
  'not-text': (name) => `${name} must not contain null bytes`,
  'bad-key': (name) => `${name} must not have the key __proto__`,
};

function sizeMessage(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>, name: string): string {
  const tooBig = issue.code === 'too_big';
  const limit = Number(tooBig ? issue.maximum : issue.minimum);
  if (issue.origin === 'array' && (issue.exact || isTuple(issue))) return `${name} should have exactly ${limit} items`;
  if (issue.origin === 'array')
    return tooBig ? `${name} is too long (limit: ${limit} items)` : `${name} should have at least ${limit} items`;
  if (issue.origin === 'string' && tooBig) return `${name} is too long (limit: ${limit} characters)`;
  if (issue.origin === 'string') return limit <= 1 ? `${name} cannot be blank.` : `${name} is too short`;
  if (Math.abs(limit) === Number.MAX_SAFE_INTEGER) return `${name} is not an integer`;
  return `Invalid ${name}`;
}

const isTuple = ({ inst }: Issue): boolean => inst instanceof z.ZodTuple;

/**
 * If all branches want another type, the message lists the types. Otherwise it describes the fault inside the branch that matched furthest.
 */
function unionMessage(issue: Extract<Issue, { code: 'invalid_union' }>, path: PropertyKey[], name: string): string {
  const firsts = (issue.errors as Issue[][]).flatMap((branch) => branch.slice(0, 1));
  const deepest = firsts.reduce<Issue | undefined>(
    (best, next) => ((next.path?.length ?? 0) > (best?.path?.length ?? 0) ? next : best),
    undefined,
  );
  if (deepest) return messageOf({ ...deepest, path: [...path, ...(deepest.path ?? [])] });
  const wanted = new Set(firsts.flatMap((first) => (first.code === 'invalid_type' ? [nounOf(first)] : [])));
  if (wanted.size === 0 || wanted.size < new Set(firsts.map((first) => first.code)).size) return `Invalid ${name}`;
  const [first = '', ...others] = wanted;
  return `${name} is not ${[withArticle(first), ...others].join(' or ')}`;
}

/** No parameter of the API is a fraction. */
const nouns: Readonly<Record<string, string>> = {
  number: 'integer',
  int: 'integer',
  array: 'list',
  tuple: 'list',
  object: 'dict',
  record: 'dict',
};

const nounOf = ({ expected }: Extract<Issue, { code: 'invalid_type' }>): string => nouns[expected] ?? expected;

const withArticle = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
