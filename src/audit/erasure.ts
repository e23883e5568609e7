/** Erasure of deleted messages: their content leaves the log at once, and the disk at the next scrub. */
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Scrubber } from '../engine/scrubber.ts';
import type { EventLog } from '../ports/event-log.ts';
import { logStream } from '../vocabulary/log-streams.ts';

/** Performs the actions of the policy `erasure` (`src/policies/erasure.ts`). An action is done when a scrub of log and read store has ended. */
export const erasure = (log: EventLog, scrubber: Scrubber): Performer => ({
  kind: 'do',
  async perform(event) {
    if (event.type !== 'MessageDeleted') return;
    await log.truncate(logStream.message(event.realmId, event.data.messageId), event.revision);
    await scrubber.requested(event.metadata.at);
  },
});
