/**
 * The dialect: CommonMark without the rules that are disabled below, and with the chat syntax (mentions, stream links, emoji, …). Each part
 * of the chat syntax is a plug-in in a file of its own. The parser keeps no state between messages.
 */
import MarkdownIt from 'markdown-it';
import { limits } from '../vocabulary/limits.ts';
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
 * Disabled rules of markdown-it: HTML, reference links, setext headings, `<autolink>` and backslash escapes. Zulip's dialect has none of
 * them, and chat messages often contain such characters that are not meant as markup.
 */
const disabledRules = ['html_block', 'html_inline', 'reference', 'lheading', 'autolink', 'escape', 'linkify'];

function newParser() {
  const md = new MarkdownIt({ breaks: true, maxNesting: limits.inlineDepthMax });
  md.validateLink = isAllowedTarget;
  md.use(tableLimit).disable(disabledRules);
  for (const plugin of [elements, depthLimit, quoteAndSpoilerFences, codeBlocks, underscores, links]) md.use(plugin);
  for (const plugin of [mentions, channelLinks, emojiNames, inlineMath, times, bareUrls, textPieces]) md.use(plugin);
  return md;
}

export const parser = newParser();
