/**
 * Linkifiers (realm filters): patterns that turn text such as `#123` into a link. Patterns run on everyone's messages, so a pattern that
 * could take very long is not used at all.
 */
import { isAllowedTarget } from './link-target.ts';

/** In Zulip's notation: `#(?P<id>[0-9]+)` and `https://example.com/%(id)s`. */
export type Linkifier = { readonly pattern: string; readonly urlFormat: string };
export type CompiledLinkifier = { readonly expression: RegExp; readonly urlFormat: string };
export type LinkifierMatch = { readonly start: number; readonly end: number; readonly url: string };

const patternLengthMax = 200;
/** Maximum number of choices in a pattern. A repetition counts twice, so that matching is at most cubic in the window. */
const choicesMax = 6;
const windowLength = 64;
/** Maximum number of places in a text at which patterns are tried. */
const startsMax = 1000;
const startBefore = /[\s'"(,:<]/;

/** Compiles the patterns that are safe. Others are skipped, because a bad pattern must not stop a message. */
export function compileLinkifiers(linkifiers: readonly Linkifier[]): CompiledLinkifier[] {
  return linkifiers.flatMap(({ pattern, urlFormat }) => {
    const expression = isTame(pattern) ? compile(pattern) : undefined;
    return expression === undefined ? [] : [{ expression, urlFormat }];
  });
}

/** Matches in order, without overlaps. If two begin at the same place, the earlier linkifier wins. */
export function linkifierMatches(text: string, linkifiers: readonly CompiledLinkifier[]): LinkifierMatch[] {
  const matches: LinkifierMatch[] = [];
  let tried = 0;
  for (let start = 0; start < text.length && tried < startsMax; start++) {
    if (start > 0 && !startBefore.test(text.charAt(start - 1))) continue;
    tried++;
    const match = matchAt(text, start, linkifiers);
    if (match === undefined) continue;
    matches.push(match);
    start = match.end - 1;
  }
  return matches;
}

function matchAt(text: string, start: number, linkifiers: readonly CompiledLinkifier[]): LinkifierMatch | undefined {
  const window = text.slice(start, start + windowLength);
  for (const { expression, urlFormat } of linkifiers) {
    expression.lastIndex = 0;
    const found = expression.exec(window);
    if (found === null || found[0] === '') continue;
    const groups = found.groups ?? {};
    const url = urlFormat.replace(/%\((\w+)\)s/g, (_, name: string) => groups[name] ?? '');
    if (isAllowedTarget(url)) return { start, end: start + found[0].length, url };
  }
  return undefined;
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`(?:${pattern.replaceAll('(?P<', '(?<')})(?!\\w)`, 'y');
  } catch {
    return undefined;
  }
}

/** No repeated groups, no look-around, no back-references, few repetitions and choices: such a pattern cannot take exponential time. */
function isTame(pattern: string): boolean {
  if (pattern.length > patternLengthMax || /\(\?(?!P<\w+>|:)/.test(pattern) || /\\[1-9k]/.test(pattern)) return false;
  const flat = pattern
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?(?:P<\w+>|:)/g, '(');
  if (/\)[*+{]/.test(flat)) return false;
  const repetitions = flat.match(/[*+{]/g)?.length ?? 0;
  const alternatives = flat.match(/[?|]/g)?.length ?? 0;
  return 2 * repetitions + alternatives <= choicesMax;
}
