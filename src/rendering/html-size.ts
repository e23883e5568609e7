/** The bound on the HTML of a text. It increases with the length of the text, so that a short text cannot give large HTML. */
import { limits } from '../vocabulary/limits.ts';

type Limited = { readonly htmlBytesMax?: number };

/** How many bytes of HTML a text may have. Beyond that, the text is shown escaped. */
export const htmlBytesOf = (content: string, { htmlBytesMax: max = limits.htmlBytesMax }: Limited): number =>
  Math.min(max, limits.htmlBytesBase + limits.htmlBytesPerByte * Buffer.byteLength(content));

/** How many of these bytes emoji, formulas and coloured code may take. */
export const elementBytesOf = (content: string, { htmlBytesMax: max = limits.htmlBytesMax }: Limited): number =>
  Math.min(max / 2, limits.elementBytesBase + limits.elementBytesPerByte * Buffer.byteLength(content));

/** The HTML of an element if there is enough space left for it, otherwise its plain form. */
export function elementOr(room: { elementBytesLeft: number }, html: string, plain: () => string): string {
  const bytes = Buffer.byteLength(html);
  if (bytes > room.elementBytesLeft) return plain();
  room.elementBytesLeft -= bytes;
  return html;
}
