/** When a message is deleted, its earlier events leave the log, and its bytes the disk (design, Deletion and erasure). */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

/** One subject for each message: no deletion waits for another's scrub. */
export const erasure: Policy<RealmState> = {
  name: 'erasure',
  on: { MessageDeleted: (event) => [String(event.data.messageId)] },
};
