/** How large the HTML of a text may be. It grows with the text, so that nobody can make much of it with little. */
import {
  elementBytesBase,
  elementBytesPerByte,
  htmlBytesBase,
  htmlBytesMax,
  htmlBytesPerByte,
} from '../vocabulary/limits.ts';

type Limited = { readonly htmlBytesMax?: number };

/** Bytes of HTML; beyond them the text is shown escaped. */
export const htmlBytesOf = (content: string, { htmlBytesMax: max = htmlBytesMax }: Limited): number =>
  Math.min(max, htmlBytesBase + htmlBytesPerByte * Buffer.byteLength(content));

/** Bytes that emoji, formulas and coloured code may take of it. */
export const elementBytesOf = (content: string, { htmlBytesMax: max = htmlBytesMax }: Limited): number =>
  Math.min(max / 2, elementBytesBase + elementBytesPerByte * Buffer.byteLength(content));

/** The HTML of an element where there is room left for it, else the other form of it. */
export function elementOr(room: { elementBytesLeft: number }, html: string, plain: () => string): string {
  const bytes = Buffer.byteLength(html);
  if (bytes > room.elementBytesLeft) return plain();
  room.elementBytesLeft -= bytes;
  return html;
}
