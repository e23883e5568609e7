/** Narrows select the messages of a listing or an event queue. */
import { z } from 'zod';

/** The terms of a queue's narrow are `[operator, operand]`, with these four operators. */
export const queueNarrowOperators = ['stream', 'topic', 'sender', 'is'] as const;
/** What may follow `is` there. */
export const queueNarrowStates = ['private', 'starred', 'unread', 'mentioned', 'alerted'] as const;
export const QueueNarrow = z.array(z.tuple([z.enum(queueNarrowOperators), z.string()]));
export type QueueNarrow = z.infer<typeof QueueNarrow>;

/** One term of a listing's narrow, as the client sends it. */
export type NarrowTerm = {
  readonly operator: string;
  readonly operand: string | number | readonly (string | number)[];
  readonly negated: boolean;
};
