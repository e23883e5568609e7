/** Erasure of deleted messages and of replaced passwords: they leave the log at once, and the disk at the next scrub. */
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Scrubber } from '../engine/scrubber.ts';
import type { EventLog } from '../ports/event-log.ts';

/** Performs the actions of the policy `erasure` (`src/policies/erasure.ts`). An action is done when a scrub of log and read store has ended. */
export const erasure = (log: EventLog, scrubber: Scrubber): Performer => ({
  kind: 'do',
  async perform(event) {
    if (event.type !== 'MessageDeleted' && event.type !== 'PasswordSet') return;
    await log.truncate(event.stream, event.revision);
    await scrubber.requested(event.metadata.at);
  },
});
