/** Narrows: which messages a listing or an event queue is about. */
import { z } from 'zod';

/** What a queue's narrow may hold: `[operator, operand]`, of these four operators. */
export const queueNarrowOperators = ['stream', 'topic', 'sender', 'is'] as const;
export const QueueNarrow = z.array(z.tuple([z.enum(queueNarrowOperators), z.string()]));
export type QueueNarrow = z.infer<typeof QueueNarrow>;

/** One term of a listing's narrow, as a client says it. */
export type NarrowTerm = {
  readonly operator: string;
  readonly operand: string | number | readonly (string | number)[];
  readonly negated: boolean;
};
