/** Work on texts: long texts go to the other thread; short ones are done here, with pauses in between, so that nobody waits long. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLongToCompare, isLongToHighlight } from '../../rendering/is-long.ts';
import { type TextWork, textWorkHere } from '../../rendering/text-work.ts';

/** Characters of HTML worked on in one turn of the event loop: a listing may have thousands of short texts. */
const lengthPerTurn = 8_000;

export function textWork(elsewhere: TextWork): TextWork {
  let sinceTurn = 0;
  const here = async (length: number, work: () => Promise<string>): Promise<string> => {
    sinceTurn += length;
    if (sinceTurn > lengthPerTurn) {
      sinceTurn = length;
      await nextTurn();
    }
    return work();
  };
  return {
    diff: (previousHtml, html) =>
      isLongToCompare(previousHtml, html)
        ? elsewhere.diff(previousHtml, html)
        : here(previousHtml.length + html.length, () => textWorkHere.diff(previousHtml, html)),
    highlight: (html, terms) =>
      isLongToHighlight(html)
        ? elsewhere.highlight(html, terms)
        : here(html.length, () => textWorkHere.highlight(html, terms)),
  };
}
