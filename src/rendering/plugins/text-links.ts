/** Links in plain text: addresses with `www.` or `@`, and matches of linkifiers. */
import { bareUrlAt } from '../bare-url.ts';
import { type LinkifierMatch, linkifierMatches } from '../linkifiers.ts';
import type { RenderEnvironment } from '../render-environment.ts';

const wordChar = /[\p{L}\p{N}_@/.-]/u;
const localPart = /[\w.+-]{1,64}$/;
const domain = /@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?![\w-])/iy;

/** Links in order, without overlaps. A linkifier takes precedence over an address. */
export function textLinks(
  text: string,
  { linkifiers, linkifierBudget }: Pick<RenderEnvironment, 'linkifiers' | 'linkifierBudget'>,
): LinkifierMatch[] {
  const found = linkifiers.length === 0 ? [] : linkifierMatches(text, linkifiers, linkifierBudget);
  if (text.includes('www.')) found.push(...wwwLinks(text));
  if (text.includes('@')) found.push(...mailLinks(text));
  if (found.length < 2) return found;
  let done = 0;
  return found
    .map((match, rank) => ({ match, rank }))
    .sort((a, b) => a.match.start - b.match.start || a.rank - b.rank)
    .flatMap(({ match }) => {
      if (match.start < done) return [];
      done = match.end;
      return [match];
    });
}

function* wwwLinks(text: string): Generator<LinkifierMatch> {
  for (let start = text.indexOf('www.'); start >= 0; start = text.indexOf('www.', start + 4)) {
    if (start > 0 && wordChar.test(text.charAt(start - 1))) continue;
    const url = bareUrlAt(text, start, 'www');
    if (url === undefined) continue;
    yield { start, end: start + url.length, url: `http://${url}` };
    start += url.length - 4;
  }
}

function* mailLinks(text: string): Generator<LinkifierMatch> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = localPart.exec(text.slice(Math.max(0, at - 65), at))?.[0];
    if (local === undefined || local.startsWith('.') || local.endsWith('.')) continue;
    domain.lastIndex = at;
    if (!domain.test(text)) continue;
    const start = at - local.length;
    yield { start, end: domain.lastIndex, url: `mailto:${text.slice(start, domain.lastIndex)}` };
  }
}
