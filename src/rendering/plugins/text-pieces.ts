/** Finds in plain text, after parsing: `www.` addresses, e-mail addresses, matches of linkifiers, and emoji characters. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { environmentOf, type RenderEnvironment } from '../render-environment.ts';
import { linkTokens } from './bare-urls.ts';
import { splitEmoji, textToken } from './native-emoji.ts';
import { textLinks } from './text-links.ts';

export function textPieces(md: MarkdownIt): void {
  md.core.ruler.push('text_pieces', (state) => {
    const environment = environmentOf(state.env);
    for (const block of state.tokens)
      if (block.children !== null) block.children = divided(state, block.children, environment);
  });
}

function divided(state: StateCore, tokens: Token[], environment: RenderEnvironment): Token[] {
  const result: Token[] = [];
  let linkDepth = 0;
  let inAddress = false;
  for (const token of tokens) {
    if (token.type === 'link_open' || token.type === 'link_close') {
      linkDepth += token.nesting;
      inAddress = token.nesting > 0 && token.info === 'auto';
    }
    if (token.type !== 'text' || inAddress) result.push(token);
    else if (linkDepth > 0) result.push(...splitEmoji(state, token));
    else result.push(...splitLinks(state, token, environment));
  }
  return result;
}

function splitLinks(state: StateCore, token: Token, environment: RenderEnvironment): Token[] {
  const links = textLinks(token.content, environment);
  if (links.length === 0) return splitEmoji(state, token);
  const result: Token[] = [];
  let done = 0;
  const text = (end: number) => {
    if (end > done) result.push(...splitEmoji(state, textToken(state, token.content.slice(done, end))));
  };
  for (const { start, end, url } of links) {
    text(start);
    result.push(...linkTokens(state, url, token.content.slice(start, end)));
    done = end;
  }
  text(token.content.length);
  return result;
}
