/** Finds the matches of an organization's linkifiers in a text. */

import { limits } from '../vocabulary/limits.ts';
import { addressOf, compilePattern, type LinkifierRule, type Pattern } from '../vocabulary/linkifiers.ts';
import { bareUrlAt } from './bare-url.ts';
import { isAllowedTarget } from './link-target.ts';

export type CompiledLinkifier = Pattern & { readonly urlFormat: string };
export type LinkifierMatch = { readonly start: number; readonly end: number; readonly url: string };

/** The most characters of a match, and one character after it. */
const windowLength = 64;
/** The most work for one message, in characters times instructions. It takes some tens of milliseconds. */
const stepsMax = 2_000_000;

/** The rest of that work for the current message. */
export type LinkifierBudget = { left: number };
export const linkifierBudget = (): LinkifierBudget => ({ left: stepsMax });

const startBefore = /[\s'"(,:<]/;

/** A linkifier is compiled once for as long as the organization has it. */
const compiled = new WeakMap<LinkifierRule, CompiledLinkifier | undefined>();

/** The linkifiers that may match in the text. Invalid patterns, which a file of an import may have, are skipped. */
export function linkifiersFor(text: string, linkifiers: readonly LinkifierRule[]): CompiledLinkifier[] {
  return linkifiers.flatMap((linkifier) => {
    const known = compiled.has(linkifier) ? compiled.get(linkifier) : compile(linkifier);
    return known && text.includes(known.prefix) ? [known] : [];
  });
}

function compile(linkifier: LinkifierRule): CompiledLinkifier | undefined {
  const pattern = compilePattern(linkifier.pattern);
  const ready = pattern && { ...pattern, urlFormat: linkifier.urlFormat };
  compiled.set(linkifier, ready);
  return ready;
}

/** Matches in order, without overlaps. If two begin at the same place, the earlier linkifier wins. */
export function linkifierMatches(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  budget: LinkifierBudget,
): LinkifierMatch[] {
  const matches: LinkifierMatch[] = [];
  for (let start = 0; start < text.length && budget.left > 0; start++) {
    if (start > 0 && !startBefore.test(text.charAt(start - 1))) continue;
    for (const { prefix, size, match, urlFormat } of linkifiers) {
      if (!text.startsWith(prefix, start)) continue;
      budget.left -= windowLength * size;
      const found = match(text.slice(start, start + windowLength));
      if (!found || found.length === 0) continue;
      const url = addressOf(urlFormat, found);
      if (!isAllowedTarget(url)) continue;
      matches.push({ start, end: start + found.length, url });
      start += found.length - 1;
      break;
    }
  }
  return matches;
}

const mayLink = /:\/\/|www\./i;

/** The URLs in a topic, as many as fit: first those of linkifiers, then addresses in the text. An address with `www.` gets the scheme https. */
export function topicLinks(topic: string, linkifiers: readonly LinkifierRule[]): string[] {
  if (linkifiers.length === 0 && !mayLink.test(topic)) return [];
  const budget = linkifierBudget();
  const links = linkifiersFor(topic, linkifiers).flatMap((one) =>
    linkifierMatches(topic, [one], budget).map(({ url }) => url),
  );
  for (const piece of topic.split(/[ !;?),'"]/)) {
    const start = piece.search(/[^(<:[]/);
    if (start < 0) continue;
    const url = bareUrlAt(piece, start, 'scheme');
    const named = url === undefined ? bareUrlAt(piece, start, 'www') : undefined;
    if (url !== undefined) links.push(url);
    else if (named !== undefined) links.push(`https://${named}`);
  }
  let room: number = limits.topicLinksLengthMax;
  return links.filter(({ length }) => {
    room -= length;
    return room >= 0;
  });
}
