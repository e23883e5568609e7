/**
 * The dialect: CommonMark as far as upstream has it, less what it switches off, plus chat's own syntax, one plug-in a
 * file. Built once; it keeps no state between contents.
 */
import MarkdownIt from 'markdown-it';
import { isAllowedTarget } from './link-target.ts';
import { bareUrls } from './plugins/bare-urls.ts';
import { channelLinks } from './plugins/channel-links.ts';
import { codeBlocks } from './plugins/code-blocks.ts';
import { depthLimit } from './plugins/depth-limit.ts';
import { elements } from './plugins/element.ts';
import { emojiNames } from './plugins/emoji-names.ts';
import { inlineMath } from './plugins/inline-math.ts';
import { links } from './plugins/links.ts';
import { mentions } from './plugins/mentions.ts';
import { quoteAndSpoilerFences } from './plugins/quote-and-spoiler-fences.ts';
import { tableLimit } from './plugins/table-limit.ts';
import { textPieces } from './plugins/text-pieces.ts';
import { times } from './plugins/times.ts';
import { underscores } from './plugins/underscores.ts';

/**
 * Of markdown-it's own rules: no HTML, no reference links, no setext headings, no `<autolink>` and no backslash escapes,
 * because upstream has none of them and a chat message often holds such characters meaning nothing by them.
 */
const switchedOff = ['html_block', 'html_inline', 'reference', 'lheading', 'autolink', 'escape', 'linkify'];

/** How deep links may lie in each other's brackets while one is looked for; blocks are limited by `depthLimit`. */
const inlineDepthMax = 40;

function newParser() {
  const md = new MarkdownIt({ breaks: true, maxNesting: inlineDepthMax });
  md.validateLink = isAllowedTarget;
  md.use(tableLimit).disable(switchedOff);
  for (const plugin of [elements, depthLimit, quoteAndSpoilerFences, codeBlocks, underscores, links]) md.use(plugin);
  for (const plugin of [mentions, channelLinks, emojiNames, inlineMath, times, bareUrls, textPieces]) md.use(plugin);
  return md;
}

export const parser = newParser();
