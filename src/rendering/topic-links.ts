/** The links in a topic. */
import type { LinkifierRule } from '../vocabulary/linkifiers.ts';
import { bareUrlAt } from './bare-url.ts';
import { linkifierBudget, linkifierMatches, linkifiersFor } from './linkifiers.ts';

const mayLink = /:\/\/|www\./i;

/** The URLs in a topic: first those of linkifiers, then addresses in the text. An address with `www.` gets the scheme https. */
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
  return links;
}
