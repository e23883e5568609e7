/** Rendered texts without a renderer. */
import type { RenderedText } from '../../src/vocabulary/events/message.ts';

/** A text rendered as one paragraph. `found`: other properties of the rendered text. */
export const text = (content: string, found: Partial<RenderedText> = {}): RenderedText => ({
  content,
  html: `<p>${content}</p>`,
  rendererVersion: 1,
  mentioned: [],
  wildcard: false,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  ...found,
});
