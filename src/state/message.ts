/** One message as an aggregate: it is read from its log stream when a command decides about it. */
import { type Aggregate, handlerOf, type On } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { messageEvents, type RenderedText } from '../vocabulary/events/message.ts';
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
      /** The users whom earlier versions mention, and those who added submessages. */
      readonly mentionedBefore: readonly UserId[];
      /** The revision of the newest edit in the log stream of the message, 0 if there is none. So earlier submessages count as edits. */
      readonly edits: number;
    };

export const messageAggregate: Aggregate<Message> = {
  endsSuffice: true,
  adds: ['SubmessageAdded'],
  initial: () => ({ status: 'missing' }),
  on: {
    MessageSent(event) {
      const { messageId, senderId, place, alsoTo, text } = event.data;
      const sentAt = event.metadata.at;
      return {
        status: 'sent',
        messageId,
        senderId,
        sentTo: place,
        sentAt,
        alsoTo,
        text,
        mentionedBefore: [],
        edits: 0,
      };
    },
    MessageEdited: ({ data, revision }, message) =>
      message.status === 'sent'
        ? { ...message, text: data.text, mentionedBefore: data.mentionedBefore ?? [], edits: revision }
        : message,
    SubmessageAdded: ({ data: { userId } }, message) =>
      message.status === 'sent' && !message.mentionedBefore.includes(userId)
        ? { ...message, mentionedBefore: [...message.mentionedBefore, userId] }
        : message,
    MessageDeleted: () => ({ status: 'deleted' }),
  },
};

/** One handler for all events of the log stream of a message. */
export const onMessageEvents = <O>(handler: (event: Recorded, own: O) => O): On<[own: O], O> =>
  Object.fromEntries(Object.keys(messageEvents).map((type) => [type, handler]));

/** An aggregate that contains the message, after one more event of the log stream of the message. */
export const withMessage = <A extends { readonly message: Message }>(event: Recorded, own: A): A => ({
  ...own,
  message: handlerOf(messageAggregate.on, event)?.(event, own.message) ?? own.message,
});

/** A message with all events of its log stream, which its deletion removes. */
export type MessageHistory = { readonly message: Message; readonly events: readonly Recorded[] };

const also = (event: Recorded, { message, events }: MessageHistory): MessageHistory =>
  withMessage(event, { message, events: [...events, event] });

export const messageHistoryAggregate: Aggregate<MessageHistory> = {
  initial: () => ({ message: messageAggregate.initial(), events: [] }),
  on: onMessageEvents(also),
};
