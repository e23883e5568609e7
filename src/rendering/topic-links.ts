/** The links a topic holds. */
import { bareUrlAt } from './bare-url.ts';
import { compileLinkifiers, type Linkifier, linkifierMatches } from './linkifiers.ts';

const mayLink = /:\/\/|www\./i;

/** URLs of a topic: what linkifiers match first, then addresses as written, `www.` completed to https (api-facts §2.1). */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): string[] {
  if (linkifiers.length === 0 && !mayLink.test(topic)) return [];
  const links = compileLinkifiers(linkifiers).flatMap((one) => linkifierMatches(topic, [one]).map(({ url }) => url));
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
