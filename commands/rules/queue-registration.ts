/** That an event queue was registered is recorded, so that its end, which takes that out of the log, keeps its leaf. */
import type { Context } from '../../src/define/command.ts';
import type { Aggregate } from '../../src/define/handlers.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { KeptLeaf } from '../../src/vocabulary/events/leaf.ts';

/** The log stream of a queue: its first event, and the revision of its newest one. */
export type QueueHistory = { readonly registered?: Recorded; readonly revision?: number };

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
