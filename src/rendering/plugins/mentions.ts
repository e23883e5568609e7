/**
 * Mentions: `@**Full Name**`, `@**Full Name|10**`, silent ones `@_**…**`, wildcards, and user groups: `@*name*`. In a quote all of them are
 * silent, because the original message has already notified the named users.
 */
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { foldName } from '../../vocabulary/fold-case.ts';
import { splitId } from '../references.ts';
import { environmentOf, type RenderEnvironment } from '../render-environment.ts';
import { mayStart, pushElement } from './element.ts';

const at = 0x40;
const mention = /@(_?)\*\*([^*\n]+)\*\*/y;
const groupMention = /@\*([^*\n]+)\*/y;
const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'stream']);

export function mentions(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== at || !mayStart(state)) return false;
    mention.lastIndex = state.pos;
    const [source, quiet, target] = mention.exec(state.src) ?? [];
    if (source === undefined || target === undefined) return mentionGroup(state, silent);
    if (state.pos + source.length > state.posMax) return false;
    if (!silent) push(state, source, target, quiet === '_');
    state.pos += source.length;
    return true;
  });
  md.core.ruler.after('inline', 'quoted_mentions', silenceQuoted);
}

function silenceQuoted({ tokens }: StateCore): void {
  let depth = 0;
  for (const { type, nesting, children } of tokens) {
    if (type === 'blockquote_open' || type === 'blockquote_close') depth += nesting;
    if (depth > 0) for (const token of children ?? []) silence(token);
  }
}

function silence(token: Token): void {
  const isUser = token.type === 'mention';
  if (isUser ? token.info === 'silent' : token.type !== 'group_mention') return;
  token.attrSet('class', `${token.attrGet('class')} silent`);
  token.content = token.content.slice(1);
  // For a group, `info` is its name. No group has an empty name, so that nobody is notified.
  token.info = isUser ? 'silent' : '';
}

/** If no group has the name, the text is left unchanged. */
function mentionGroup(state: StateInline, silent: boolean): boolean {
  groupMention.lastIndex = state.pos;
  const [source, name] = groupMention.exec(state.src) ?? [];
  if (source === undefined || name === undefined || state.pos + source.length > state.posMax) return false;
  const group = environmentOf(state.env).groupsByName.get(foldName(name));
  if (group === undefined) return false;
  if (!silent)
    pushElement(state, 'group_mention', {
      tag: 'span',
      attrs: [
        ['class', 'user-group-mention'],
        ['data-user-group-id', String(group.groupId)],
      ],
      text: `@${group.name}`,
    }).info = foldName(name);
  state.pos += source.length;
  return true;
}

/** If no user has the name, the text is left unchanged. */
function push(state: StateInline, source: string, target: string, quiet: boolean): void {
  const who = resolve(target, environmentOf(state.env));
  if (who === undefined) {
    state.pending += source;
    return;
  }
  const token = pushElement(state, 'mention', {
    tag: 'span',
    attrs: [
      ['class', quiet ? 'user-mention silent' : 'user-mention'],
      ['data-user-id', who.id],
    ],
    text: quiet ? who.name : `@${who.name}`,
  });
  token.info = quiet ? 'silent' : '';
}

function resolve(target: string, environment: RenderEnvironment): { id: string; name: string } | undefined {
  if (wildcards.has(target)) return { id: '*', name: target };
  const { name, id } = splitId(target);
  const identified = id === undefined ? undefined : environment.usersById.get(id);
  const user =
    identified !== undefined && foldName(identified.fullName) === foldName(name)
      ? identified
      : environment.usersByName.get(foldName(target));
  return user === undefined ? undefined : { id: String(user.userId), name: user.fullName };
}
