/** Blocks of markdown around words of others, which must not end the block they stand in. */

/** The fence is longer than any that the text could close it with. */
function block(mark: '`' | '~', info: string, text: string): string {
  const runs = text.match(mark === '`' ? /`{3,}/g : /~{3,}/g) ?? [];
  const fence = mark.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${info}\n${text}\n${fence}`;
}

export const codeBlock = (text: string, language = ''): string => block('`', language, text);

export const quoteBlock = (text: string): string => block('~', ' quote', text.trim());
