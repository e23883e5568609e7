/** Text made safe to stand in HTML, in an element or in a quoted attribute. */

const unsafe = /[&<>"]/;
const everyUnsafe = /[&<>"]/g;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, (char) => escapes[char] ?? char) : text;
}

/** The whole content as text, line by line: what is shown when rendering it would cost or grow too much. */
export function escapedParagraph(content: string): string {
  return `<p>${escapeHtml(content.trim()).replace(/\r\n?|\n/g, '<br>\n')}</p>`;
}
