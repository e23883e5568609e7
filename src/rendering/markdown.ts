/**
 * Renders Markdown to HTML, and returns the mentions and links of the content. It is a pure function: the same content and context give the
 * same bytes. docs/api.md, Rendering, describes the dialect.
 */
import { escapedParagraph } from './escape.ts';
import { renderPlainly } from './fast-path.ts';
import { htmlBytesOf } from './html-size.ts';
import { withMessageProperties } from './message-properties.ts';
import { parser } from './parser.ts';
import type { RenderContext, Rendered } from './render-context.ts';
import { envOf, newEnvironment } from './render-environment.ts';

export type { RenderContext, Rendered } from './render-context.ts';

/** Stored with every rendered content. Must be incremented when the same content would be rendered differently. */
export const rendererVersion = 6;

/** Renders a message. HTML in the content is escaped. */
export function renderMarkdown(content: string, context: RenderContext): Rendered {
  if (context.linkifiers.length === 0) {
    const html = renderPlainly(content);
    if (html !== undefined) return nothingFound(html);
  }
  return renderFully(content, context);
}

/** The same without the fast path. Exported for the test that compares both. */
export function renderFully(content: string, context: RenderContext): Rendered {
  const environment = newEnvironment(content, context);
  const env = envOf(environment);
  const tokens = parser.parse(content, env);
  const html = parser.renderer.render(tokens, parser.options, env).trimEnd();
  return withMessageProperties(fitted(html, content, context), tokens, environment);
}

/** Falls back to escaped text if the HTML is too large for its text. */
function fitted(html: string, content: string, context: RenderContext): string {
  if (html === '') return '<p></p>';
  const max = htmlBytesOf(content, context);
  return html.length <= max && Buffer.byteLength(html) <= max ? html : escapedParagraph(content);
}

function nothingFound(html: string): Rendered {
  return {
    html,
    mentioned: [],
    wildcard: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    uploadTargets: [],
  };
}
