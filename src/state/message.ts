/** One message, an aggregate of its own: it is read from its log stream when a command decides about it. */
import type { Aggregate } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RenderedText } from '../vocabulary/events/message.ts';
import type { MessageId, Millis, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';

export type Message =
  | { readonly status: 'missing' }
  | { readonly status: 'deleted' }
  | {
      readonly status: 'sent';
      readonly messageId: MessageId;
      readonly senderId: UserId;
      readonly sentTo: Place;
      readonly sentAt: Millis;
      readonly alsoTo: readonly UserId[];
      readonly text: RenderedText;
      /** All events of its log stream. A deletion removes them. */
      readonly history: readonly Recorded[];
    };

export const messageAggregate: Aggregate<Message> = {
  initial: () => ({ status: 'missing' }),
  on: {
    MessageSent(event) {
      const { messageId, senderId, place, alsoTo, text } = event.data;
      const sentAt = event.metadata.at;
      return { status: 'sent', messageId, senderId, sentTo: place, sentAt, alsoTo, text, history: [event] };
    },
    MessageEdited: (event, message) =>
      message.status === 'sent' ? { ...message, text: event.data.text, history: [...message.history, event] } : message,
    MessageDeleted: () => ({ status: 'deleted' }),
  },
};
