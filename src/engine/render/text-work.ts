/** Work on texts. Long texts go to the rendering thread. Short ones are done here, with yields to the event loop in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLongToCompare, isLongToHighlight } from '../../rendering/is-long.ts';
import { type TextWork, textWorkHere } from '../../rendering/text-work.ts';

/** Characters of HTML that are processed before a yield to the event loop: a listing may have thousands of short texts. */
const lengthPerTurn = 8_000;

export function textWork(elsewhere: TextWork): TextWork {
  let sinceTurn = 0;
  const onThisThread = async (length: number, work: () => Promise<string>): Promise<string> => {
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
        : onThisThread(previousHtml.length + html.length, () => textWorkHere.diff(previousHtml, html)),
    highlight: (html, terms) =>
      isLongToHighlight(html)
        ? elsewhere.highlight(html, terms)
        : onThisThread(html.length, () => textWorkHere.highlight(html, terms)),
  };
}
