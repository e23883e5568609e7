/** Links to streams and topics: `#**channel**` and `#**channel>topic**`. */
import type { MarkdownIt, StateInline } from 'markdown-it';
import { foldName } from '../../vocabulary/fold-case.ts';
import { splitTopic } from '../references.ts';
import { environmentOf } from '../render-environment.ts';
import { mayStart, pushElement } from './element.ts';

const hash = 0x23;
const unchanged = /^[\w-]*$/;
const channelLink = /#\*\*([^*\n]+)\*\*/y;

export function channelLinks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'channel_link', (state, silent) => {
    // Not inside a link: links cannot be nested.
    if (state.src.charCodeAt(state.pos) !== hash || state.linkLevel > 0 || !mayStart(state)) return false;
    channelLink.lastIndex = state.pos;
    const [source, target] = channelLink.exec(state.src) ?? [];
    if (source === undefined || target === undefined || state.pos + source.length > state.posMax) return false;
    if (!silent) push(state, source, target);
    state.pos += source.length;
    return true;
  });
}

function push(state: StateInline, source: string, target: string): void {
  const { channelsByName } = environmentOf(state.env);
  const whole = channelsByName.get(foldName(target));
  const split = splitTopic(target);
  const channel = whole ?? channelsByName.get(foldName(split.name));
  if (channel === undefined) {
    state.pending += source;
    return;
  }
  const topic = whole === undefined ? split.topic : undefined;
  const address = `/#narrow/stream/${channel.channelId}-${encodeForHash(channel.name.replaceAll(' ', '-'))}`;
  pushElement(state, 'channel_link', {
    tag: 'a',
    attrs: [
      ['class', topic === undefined ? 'stream' : 'stream-topic'],
      ['data-stream-id', String(channel.channelId)],
      ['href', topic === undefined ? address : `${address}/topic/${encodeForHash(topic)}`],
    ],
    text: topic === undefined ? `#${channel.name}` : `#${channel.name} > ${topic}`,
  });
}

/** The encoding that Zulip's clients use in the URL fragment: percent-encoding with a dot instead of the percent sign. */
export function encodeForHash(text: string): string {
  if (unchanged.test(text)) return text;
  const percent = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{fffd}'));
  return percent
    .replace(/[!'()*.]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}
