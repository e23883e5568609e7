/** An inline element with text in it, which most of the chat syntax renders to. */
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { elementOr } from '../html-size.ts';
import { environmentOf } from '../render-environment.ts';

type ElementType = 'mention' | 'group_mention' | 'channel_link' | 'emoji' | 'time';
const types: readonly ElementType[] = ['mention', 'group_mention', 'channel_link', 'emoji', 'time'];

export type Element = { readonly tag: string; readonly attrs: [name: string, value: string][]; readonly text: string };

/** A token that renders as `<tag attrs>text</tag>`, with everything escaped. */
export function elementToken(state: StateInline | StateCore, type: ElementType, element: Element): Token {
  const token = new state.Token(type, element.tag, 0);
  token.attrs = element.attrs;
  token.content = element.text;
  return token;
}

/** Appends such a token after the text that was parsed so far. */
export function pushElement(state: StateInline, type: ElementType, element: Element): Token {
  const token = state.push(type, element.tag, 0);
  token.attrs = element.attrs;
  token.content = element.text;
  return token;
}

export function elements(md: MarkdownIt): void {
  for (const type of types) {
    md.renderer.rules[type] = (tokens, index, _options, env, renderer) => {
      const token = tokens[index];
      if (token === undefined) return '';
      const open = `<${token.tag}${renderer.renderAttrs(token)}>`;
      const html = token.tag === 'img' ? open : `${open}${escapeHtml(token.content)}</${token.tag}>`;
      if (type !== 'emoji') return html;
      return elementOr(environmentOf(env), html, () => escapeHtml(token.markup || token.content));
    };
  }
}

const before = /[\s'"(,:<]/;

/** Whether a mention or a stream link may begin here: at the start, after a space, or after one of `'"(,:<`. */
export function mayStart(state: StateInline): boolean {
  return state.pos === 0 || before.test(state.src.charAt(state.pos - 1));
}
