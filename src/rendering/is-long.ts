/** What belongs on a worker thread: it could hold the main thread for more than about 1 ms. */

const lengthMax = 3000;
/** Characters that start something, each of which may cost several microseconds; a line, or an emoji, is one too. */
const markupMax = 100;
const markup = /[\n\ud800-\udbff\u203c-\u3029[\]*`>$\\@#<:~&|!_-]|www\./g;
/** Colouring code and setting formulas are slow from the first character on. */
const slow = /```|~~~|\$\$/;

/** True when the caller should hand the content to a worker; deliberately cheap and on the safe side. */
export function isLongToRender(content: string): boolean {
  if (content.length > lengthMax || slow.test(content)) return true;
  return (content.match(markup)?.length ?? 0) > markupMax;
}

/** Characters of HTML that are searched for hits where they are. */
const highlightedMax = 2000;

export const isLongToHighlight = (html: string): boolean => html.length > highlightedMax;

/** Characters of HTML, before and after, that are cut into units where they are. */
const comparedMax = 8000;
/** Comparing costs the square of what differs, and a character may be a unit. */
const differingMax = 120;

/** False for what edits mostly are: some words in a text that stays. */
export function isLongToCompare(previous: string, next: string): boolean {
  if (previous.length + next.length > comparedMax) return true;
  const shorter = Math.min(previous.length, next.length);
  let start = 0;
  while (start < shorter && previous[start] === next[start]) start++;
  let end = 0;
  while (end < shorter - start && previous.at(-1 - end) === next.at(-1 - end)) end++;
  return previous.length + next.length - 2 * (start + end) > differingMax;
}
