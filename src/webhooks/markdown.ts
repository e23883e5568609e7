/** Texts of third parties within Markdown. They cannot end the block that contains them, mention anybody, or fill a whole message. */
import { limits } from '../vocabulary/limits.ts';

/**
 * The texts of the items, as many as fit into a message. A payload may be a hundred times as long, and the rest would be cut off anyway.
 */
export function enough<T>(items: Iterable<T>, textOf: (item: T) => string): string[] {
  const texts: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length > limits.contentBytesMax) break;
    const text = textOf(item);
    texts.push(text);
    length += text.length;
  }
  return texts;
}

/** The fence is longer than any fence in the text. */
function block(mark: '`' | '~', info: string, text: string): string {
  // There may be more of them than one call can take as arguments.
  const runs = text.match(mark === '`' ? /`{3,}/g : /~{3,}/g) ?? [];
  const fence = mark.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${fence}${info}\n${text}\n${fence}`;
}

export const codeBlock = (text: string, language = ''): string => block('`', language, text);

const quoteBlock = (text: string): string => block('~', ' quote', text.trim());

const wordsLengthMax = 200;
const quotedLengthMax = 2_000;

/** The first characters of a text, with an ellipsis if there are more. */
const cut = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Makes mentions silent, so that the author of a report elsewhere notifies nobody here. */
export const silent = (text: string): string => text.replace(/@(?=\*)/g, '@_');

/** A name or a title, on one line and shortened. Of a longer text than a message, the rest is not looked at. */
export const words = (text: string): string =>
  silent(cut(text.slice(0, limits.contentBytesMax).replace(/\s+/g, ' ').trim(), wordsLengthMax));

/** A text that was written elsewhere, as a quote. */
export const quoted = (text: string): string => quoteBlock(silent(cut(text.trim(), quotedLengthMax)));

/** Characters that `encodeURIComponent` leaves unchanged, and that would end a link or begin a mention. */
const escapes: Readonly<Record<string, string>> = { '(': '%28', ')': '%29', '*': '%2A' };

/** Matches brackets in pairs that are neither nested nor before an address. Such brackets do not end the text of a link. */
const inPairs = /^[^[\]]*(?:\[[^[\]]*\](?!\()[^[\]]*)*$/;

/**
 * A link, or only its text if the address is not http or https, or longer than a message. Brackets that would end the text become round, because messages have no
 * escapes.
 */
export function link(text: string, url: string | null | undefined): string {
  const shown = words(text);
  if (!url || url.length > limits.contentBytesMax || !/^https?:\/\//i.test(url)) return shown;
  const label = inPairs.test(shown) ? shown : shown.replaceAll('[', '(').replaceAll(']', ')');
  const address = url.replace(/[\s()<>*]/g, (one) => escapes[one] ?? encodeURIComponent(one));
  return `[${label}](${address})`;
}

/** A list of names and values, without those that have no value. */
export const facts = (rows: readonly (readonly [name: string, value: string | null | undefined])[]): string =>
  rows
    .filter(([, value]) => value != null && value.trim() !== '')
    .map(([name, value]) => `* **${words(name)}**: ${value}`)
    .join('\n');

/** Paragraphs, without empty ones. */
export const paragraphs = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part != null && part.trim() !== '').join('\n\n');
