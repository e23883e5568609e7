/** Whether rendering a content belongs on a worker thread: it could hold the main thread for more than about 1 ms. */

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
