/** The registration of an event queue is a recorded event. The end of the queue removes it from the log, and therefore keeps its leaf. */
import type { Context } from '../../src/define/command.ts';
import type { Aggregate } from '../../src/define/handlers.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { KeptLeaf } from '../../src/vocabulary/events/leaf.ts';

/** The log stream of a queue: its first event, and the revision of its newest one. */
type QueueHistory = { readonly registered?: Recorded; readonly revision?: number };

export const queueHistory: Aggregate<QueueHistory> = {
  initial: () => ({}),
  endsSuffice: true,
  on: {
    EventQueueRegistered: (registered) => ({ registered, revision: registered.revision }),
    EventQueueTouched: ({ revision }, history) => ({ ...history, revision }),
    EventQueueDeleted: ({ revision }) => ({ revision }),
    EventQueueExpired: ({ revision }) => ({ revision }),
  },
};

export const keptLeaves = ({ registered }: QueueHistory, leafOf: Context['leafOf']): KeptLeaf[] =>
  registered ? [leafOf(registered)] : [];
