/** Times: `<time:2017-12-31T00:00:00Z>`. A time without an offset is in UTC. A number is Unix time. */
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { timeIn } from '../time-text.ts';
import { pushElement } from './element.ts';

const lessThan = 0x3c;
const tagged = /<time:([^>\n]{0,100})>/y;
const lastMillis = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function times(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'time', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== lessThan) return false;
    tagged.lastIndex = state.pos;
    const [source, text] = tagged.exec(state.src) ?? [];
    if (source === undefined || text === undefined || state.pos + source.length > state.posMax) return false;
    if (!silent) {
      const datetime = datetimeOf(text.trim());
      if (datetime === undefined) state.push('time_error', 'span', 0).content = text;
      else pushElement(state, 'time', { tag: 'time', attrs: [['datetime', datetime]], text });
    }
    state.pos += source.length;
    return true;
  });
  md.renderer.rules.time_error = (tokens, index) =>
    `<span class="timestamp-error">Invalid time format: ${escapeHtml(tokens[index]?.content ?? '')}</span>`;
}

/** Does not use `Date.parse`, whose result for some forms depends on the time zone of the machine. */
function datetimeOf(text: string): string | undefined {
  const millis = /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) * 1000 : timeIn(text);
  if (millis === undefined || millis < 0 || millis > lastMillis) return undefined;
  return new Date(millis).toISOString().replace('.000Z', 'Z');
}
