/** The submessages of one message, an aggregate: folded from the log stream of the message, which holds them too. */
import type { Aggregate } from '../define/handlers.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { type Message, messageAggregate, onMessageEvents, withMessage } from './message.ts';

export type SubmessagedMessage = {
  readonly message: Message;
  /** The author of each submessage, and the characters of its type and content. */
  readonly added: readonly { readonly userId: UserId; readonly length: number }[];
};

export const submessageLength = ({
  msgType,
  content,
}: {
  readonly msgType: string;
  readonly content: string;
}): number => msgType.length + content.length;

export const submessagedMessage: Aggregate<SubmessagedMessage> = {
  initial: () => ({ message: messageAggregate.initial(), added: [] }),
  on: {
    ...onMessageEvents(withMessage),
    SubmessageAdded: ({ data }, { message, added }) => ({
      message,
      added: [...added, { userId: data.userId, length: submessageLength(data) }],
    }),
  },
};
