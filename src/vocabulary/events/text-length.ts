/** The length of the texts in an event, for bounds on memory. Only messages have long texts. */
import type { Recorded } from './index.ts';

/** The number of characters; 0 for events without long texts. */
export const textLengthOf = (event: Recorded): number =>
  event.type === 'MessageSent' || event.type === 'MessageEdited'
    ? event.data.text.content.length + event.data.text.html.length
    : 0;
