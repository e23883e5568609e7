/** The submessages of one message, an aggregate: folded from the log stream of the message, which holds them too. */
import type { Aggregate } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { type Message, messageAfter, messageAggregate } from './message.ts';

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

const withMessage = (event: Recorded, own: SubmessagedMessage): SubmessagedMessage => ({
  ...own,
  message: messageAfter(event, own.message),
});

export const submessagedMessage: Aggregate<SubmessagedMessage> = {
  initial: () => ({ message: messageAggregate.initial(), added: [] }),
  on: {
    MessageSent: withMessage,
    MessageEdited: withMessage,
    MessageDeleted: withMessage,
    SubmessageAdded: ({ data }, { message, added }) => ({
      message,
      added: [...added, { userId: data.userId, length: submessageLength(data) }],
    }),
  },
};
