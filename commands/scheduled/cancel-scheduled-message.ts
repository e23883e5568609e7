/** DELETE /scheduled_messages/{scheduled_message_id}: the author cancels a message that has not been sent yet. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { scheduledHistory } from '../../src/state/scheduled.ts';
import { idNamed, ScheduledMessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { scheduledEnded } from './scheduled-ended.ts';

export const cancelScheduledMessage = defineCommand({
  name: 'cancel-scheduled-message',
  input: z.object({ scheduledId: idNamed(ScheduledMessageId) }),
  refusals: ['scheduled-message-missing'],
  stream: ({ scheduledId }, realmId) => logStream.scheduled(realmId, scheduledId),
  aggregate: scheduledHistory,
  decide(_state, { scheduledId }, { realmId, actor, leafOf, own }) {
    const { scheduled, claim, hasEnded } = own;
    if (!scheduled || claim || hasEnded || scheduled.data.senderId !== actor)
      return refuse({ code: 'scheduled-message-missing' });
    const ended = scheduledEnded(scheduled, own.events, { outcome: 'cancelled' }, leafOf);
    return acceptEvent(logStream.scheduled(realmId, scheduledId), ended);
  },
});
