/** Links. An image becomes a link to it, because nothing is fetched or embedded for the reader. */
import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from '../escape.ts';

export function links(md: MarkdownIt): void {
  md.core.ruler.push('images_to_links', (state) => {
    for (const { children } of state.tokens) {
      let linkDepth = 0;
      for (const token of children ?? []) {
        if (token.type === 'link_open' || token.type === 'link_close') linkDepth += token.nesting;
        if (token.type === 'image') token.info = linkDepth > 0 ? 'inside-link' : '';
      }
    }
  });
  md.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const address = escapeHtml(String(token?.attrGet('src') ?? ''));
    const text = escapeHtml(token?.content.trim() ?? '') || address;
    return token?.info === 'inside-link' ? text : `<a href="${address}">${text}</a>`;
  };
  md.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
    const open = renderer.renderToken(tokens, index, options);
    // A link without text shows its address, so that the reader sees where it leads.
    const isEmpty = tokens[index + 1]?.type === 'link_close';
    return isEmpty ? open + escapeHtml(String(tokens[index]?.attrGet('href') ?? '')) : open;
  };
  md.renderer.rules.s_open = () => '<del>';
  md.renderer.rules.s_close = () => '</del>';
}
