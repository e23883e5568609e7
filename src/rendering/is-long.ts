/** Decides which work belongs on a worker thread, because it could block the main thread for more than about 1 ms. */

const lengthMax = 3000;
/** Characters that may begin markup, each of which may take several microseconds. Line ends and emoji count too. */
const markupMax = 100;
const markup = /[\n\ud800-\udbff\u203c-\u3029[\]*`>$\\@#<:~&|!_-]|www\./g;
/** Highlighting code and rendering formulas are slow whatever their length. */
const slow = /```|~~~|\$\$/;

/** Whether a worker should render the content. This is a cheap estimate, which is too high rather than too low. */
export function isLongToRender(content: string): boolean {
  if (content.length > lengthMax || slow.test(content)) return true;
  return (content.match(markup)?.length ?? 0) > markupMax;
}

/** Length of HTML up to which search hits are marked on the main thread. */
const highlightedMax = 2000;

export const isLongToHighlight = (html: string): boolean => html.length > highlightedMax;

/** Length of both HTML texts together up to which they are compared on the main thread. */
const comparedMax = 8000;
/** Length of the part that differs. Comparing is quadratic in it, because each character may be a unit. */
const differingMax = 120;

/** Whether the comparison should run on a worker. False for most edits, which change only a few words. */
export function isLongToCompare(previous: string, next: string): boolean {
  if (previous.length + next.length > comparedMax) return true;
  const shorter = Math.min(previous.length, next.length);
  let start = 0;
  while (start < shorter && previous[start] === next[start]) start++;
  let end = 0;
  while (end < shorter - start && previous.at(-1 - end) === next.at(-1 - end)) end++;
  return previous.length + next.length - 2 * (start + end) > differingMax;
}
