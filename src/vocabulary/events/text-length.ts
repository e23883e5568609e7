/** The length of the texts in an event, for bounds on memory and for the rate limit. Only messages and profiles have long texts. */
import type { DomainEvent } from './index.ts';

/** The number of characters; 0 for events without long texts. */
export function textLengthOf(event: DomainEvent): number {
  switch (event.type) {
    case 'MessageSent':
    case 'MessageEdited':
      return event.data.text.content.length + event.data.text.html.length;
    case 'ProfileDataChanged':
      return event.data.values.reduce(
        (sum, { value, rendered }) => sum + (value?.length ?? 0) + (rendered?.length ?? 0),
        0,
      );
    default:
      return 0;
  }
}
