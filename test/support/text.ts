/** Texts as if they were rendered. */
import type { RenderedText } from '../../src/vocabulary/events/message.ts';

/** A text shown as one paragraph. `found`: what its rendering says about it. */
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
