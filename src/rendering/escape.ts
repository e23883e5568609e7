/** Escapes text for use in HTML, in an element or in a quoted attribute. */

const unsafe = /[&<>"]/;
const everyUnsafe = /[&<>"]/g;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, (char) => escapes[char] ?? char) : text;
}

/** The content as escaped text, line by line. It is shown if rendering would take too long or become too large. */
export function escapedParagraph(content: string): string {
  return `<p>${escapeHtml(content.trim()).replace(/\r\n?|\n/g, '<br>\n')}</p>`;
}
