/** POST /mark_all_as_read: marks all messages so far as read. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { IdSpan } from '../../src/vocabulary/id-spans.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

/** The ids of all messages in the read models: up to the newest, without those that may still be on their way to the log. */
const Input = z.object({ userId: UserId, spans: z.array(IdSpan) });

export const markAllAsRead = defineCommand({
  name: 'mark-all-as-read',
  input: Input,
  refusals: ['permission-insufficient'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(_state, { userId, spans }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    if (spans.length === 0) return accept([], {});
    const read = { type: 'AllMessagesRead', data: { userId, spans } } as const;
    return acceptEvent(logStream.user(realmId, userId), read);
  },
});
