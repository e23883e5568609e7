/** Markdown blocks around texts of third parties. The text cannot end the block. */

/** The fence is longer than any fence in the text. */
function block(mark: '`' | '~', info: string, text: string): string {
  const runs = text.match(mark === '`' ? /`{3,}/g : /~{3,}/g) ?? [];
  const fence = mark.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${info}\n${text}\n${fence}`;
}

export const codeBlock = (text: string, language = ''): string => block('`', language, text);

export const quoteBlock = (text: string): string => block('~', ' quote', text.trim());
