/**
 * Linkifiers (realm filters): patterns that turn text such as `#123` into a link. They run on everybody's messages. Therefore the engine
 * (RE2) takes time in proportion to text and pattern for every pattern; it has no back-references and no look-around.
 */
import { RE2JS } from 're2js';
import { z } from 'zod';
import { LinkifierId } from './ids.ts';
import { limits } from './limits.ts';
import { charactersFolded, writtenOutSize } from './linkifier-work.ts';

/** In the notation of Zulip and Python: `#(?P<id>[0-9]+)` and `https://example.com/%(id)s`. */
export const Linkifier = z.object({ id: LinkifierId, pattern: z.string(), urlFormat: z.string() });
export type Linkifier = z.infer<typeof Linkifier>;
export type LinkifierRule = Omit<Linkifier, 'id'>;

export type Pattern = {
  /** The common beginning of all matches; empty if there is none. */
  readonly prefix: string;
  /** The number of instructions in its program. The time for a character is at most in proportion to it. */
  readonly size: number;
  /** The match at the beginning of a text. A match must not end within a word. */
  readonly match: (text: string) => PatternMatch | undefined;
};
type PatternMatch = { readonly length: number; readonly group: (name: string) => string | undefined };

/** Some plain characters, followed by named groups up to the end. */
const form = /^(?:[\w\-#= /:]*|\+|!)\(\?P<\w+>.+\)$/;
const groupName = /\(\?P<(\w+)>/g;
/** The number of the group around the whole pattern. */
const whole = 1;

/** The compiled pattern. Undefined if it is invalid or too large. */
export function compilePattern(pattern: string): Pattern | undefined {
  if (pattern.length > limits.linkifierPatternLengthMax || !form.test(pattern)) return undefined;
  if (
    writtenOutSize(pattern) > limits.linkifierWrittenOutMax ||
    charactersFolded(pattern) > limits.linkifierCharactersFoldedMax
  )
    return undefined;
  const compiled = compile(`^(${pattern})(?:[^\\p{L}\\p{N}_]|$)`);
  if (!compiled || compiled.programSize() > limits.linkifierSizeMax) return undefined;
  const names = groupNames(pattern);
  return {
    prefix: prefixOf(pattern),
    size: compiled.programSize(),
    match(text) {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return undefined;
      return {
        length: matcher.end(whole),
        group: (name) => (names.has(name) ? (matcher.group(name) ?? '') : undefined),
      };
    },
  };
}

/** The common beginning of all matches of a pattern. */
export const prefixOf = (pattern: string): string => pattern.slice(0, pattern.indexOf('('));

function compile(expression: string): RE2JS | undefined {
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('RE2JS')) return undefined;
    throw error;
  }
}

const groupNames = (pattern: string): ReadonlySet<string> =>
  new Set([...pattern.matchAll(groupName)].flatMap(([, name]) => (name === undefined ? [] : [name])));

const urlForm = /^https?:\/\/(?=[^/%]*[a-zA-Z0-9])(?:[./:a-zA-Z0-9#_?=&;%()-]*)$/;
const placeholder = /%\(([a-zA-Z0-9_-]+)\)s/g;

/** `url`: it is not an address. `format`: its placeholders are missing, malformed, or name no group of the pattern. */
export function urlFormatFault(urlFormat: string, pattern: string): 'url' | 'format' | undefined {
  if (!urlForm.test(urlFormat)) return 'url';
  const names = groupNames(pattern);
  const named = [...urlFormat.matchAll(placeholder)].map(([, name = '']) => name);
  if (named.length === 0 || named.some((name) => !names.has(name))) return 'format';
  return /[%()]/.test(urlFormat.replaceAll(placeholder, '')) ? 'format' : undefined;
}

export const addressOf = (urlFormat: string, { group }: PatternMatch): string =>
  urlFormat.replaceAll(placeholder, (_, name: string) => group(name) ?? '');
