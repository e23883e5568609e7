/** How long the texts in an event are, for whatever bounds memory. Only messages have long ones. */
import type { Recorded } from './index.ts';

/** In characters; 0 for events without long texts. */
export const textLengthOf = (event: Recorded): number =>
  event.type === 'MessageSent' || event.type === 'MessageEdited'
    ? event.data.text.content.length + event.data.text.html.length
    : 0;
