/** Erasure of deleted messages: their words leave the log at once, and the disk with the next scrub. */
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Scrubber } from '../engine/scrubber.ts';
import type { EventLog } from '../ports/event-log.ts';
import { logStream } from '../vocabulary/log-streams.ts';

/** Performs the policy `erasure` (`src/policies/erasure.ts`). It is done when a scrub of the log and the read store has ended. */
export const erasure = (log: EventLog, scrubber: Scrubber): Performer => ({
  kind: 'do',
  async perform(event) {
    if (event.type !== 'MessageDeleted') return;
    await log.truncate(logStream.message(event.realmId, event.data.messageId), event.revision);
    await scrubber.requested();
  },
});
