/** Markdown in, HTML and findings out (api-facts §4.2 and §15). Pure: the same content and context give the same bytes. */
import { htmlBytesMax } from '../vocabulary/limits.ts';
import { escapedParagraph } from './escape.ts';
import { renderPlainly } from './fast-path.ts';
import { withMessageProperties } from './message-properties.ts';
import { parser } from './parser.ts';
import type { RenderContext, Rendered } from './render-context.ts';
import { envOf, newJob } from './render-environment.ts';

export type { RenderContext, Rendered } from './render-context.ts';

/** Stored with every rendered content; raised when the same content would render differently. */
export const rendererVersion = 1;

/** Renders what a user wrote. Nothing in the result is markup that the user wrote himself. */
export function renderMarkdown(content: string, context: RenderContext): Rendered {
  if (context.linkifiers.length === 0) {
    const html = renderPlainly(content);
    if (html !== undefined) return nothingFound(html);
  }
  return renderFully(content, context);
}

/** The same without the fast path; exported for the property that both agree. */
export function renderFully(content: string, context: RenderContext): Rendered {
  const job = newJob(context);
  const env = envOf(job);
  const tokens = parser.parse(content, env);
  const html = parser.renderer.render(tokens, parser.options, env).trimEnd();
  return withMessageProperties(fitted(html, content), tokens, job);
}

/** KaTeX can multiply a text by several hundred; the log holds every rendering for good (design, Events). */
function fitted(html: string, content: string): string {
  if (html === '') return '<p></p>';
  return html.length <= htmlBytesMax && Buffer.byteLength(html) <= htmlBytesMax ? html : escapedParagraph(content);
}

function nothingFound(html: string): Rendered {
  return { html, mentioned: [], wildcard: false, hasLink: false, hasImage: false, hasAttachment: false };
}
