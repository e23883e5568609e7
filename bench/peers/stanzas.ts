/** The part of XMPP's XML that counting needs. */

const opening = '<body>';
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

/**
 * Counts the bodies that begin in each chunk of one connection, even if a chunk ends within a tag. No text can contain a body, because
 * texts are escaped.
 */
export function bodyCounter(): (chunk: string) => number {
  let carried = '';
  return (chunk) => {
    const text = carried + chunk;
    let count = 0;
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + opening.length)) count += 1;
    carried = text.slice(1 - opening.length);
    return count;
  };
}
