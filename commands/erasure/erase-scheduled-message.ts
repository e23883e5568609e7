/**
 * Cancels a scheduled message of a person who is being erased, which removes its text from the log. The erasure is already recorded. A
 * message that is being sent, or returned to its author, ends by itself. The resulting message is then erased like the person's other
 * messages.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { scheduledHistory } from '../../src/state/scheduled.ts';
import { ScheduledMessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { scheduledEnded } from '../scheduled/scheduled-ended.ts';

export const eraseScheduledMessage = defineCommand({
  name: 'erase-scheduled-message',
  input: z.object({ scheduledId: ScheduledMessageId }),
  refusals: [],
  stream: ({ scheduledId }, realmId) => logStream.scheduled(realmId, scheduledId),
  aggregate: scheduledHistory,
  decide(_state, { scheduledId }, { realmId, leafOf, own: { scheduled, claim, hasEnded, events } }) {
    if (!scheduled || hasEnded) return accept([], { isBeingSent: false });
    if (claim) return accept([], { isBeingSent: true });
    const ended = scheduledEnded(scheduled, events, { outcome: 'cancelled' }, leafOf);
    return acceptEvent(logStream.scheduled(realmId, scheduledId), ended, { isBeingSent: false });
  },
});
