import { inCharacters } from './enhance.ts';
import { fragmentOf } from './safe-html.ts';

/** The text of rendered HTML, without what a spoiler hides. A formula becomes its source. */
export function plainText(html: string): string {
  const root = fragmentOf(html);
  inCharacters(root);
  for (const hidden of root.querySelectorAll('.spoiler-content')) hidden.replaceWith('…');
  for (const formula of root.querySelectorAll('.katex'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '');
  for (const picture of root.querySelectorAll('img')) picture.replaceWith(picture.alt);
  return (root.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** No character is cut in two. */
export function shortened(text: string, charactersMax: number): string {
  const characters = [...text.slice(0, 2 * charactersMax + 2)];
  return characters.length > charactersMax ? `${characters.slice(0, charactersMax - 1).join('')}…` : text;
}
