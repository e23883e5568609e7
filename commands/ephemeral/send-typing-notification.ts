/** POST /typing: notifies the other participants of a private conversation that the caller has started or stopped typing. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { conversationOf, conversationRefusals } from '../message/place-rules.ts';
import { actsFor } from '../rules/acting.ts';

export const sendTypingNotification = defineCommand({
  name: 'send-typing-notification',
  input: z.object({ userId: UserId, op: z.enum(['start', 'stop']), to: z.array(z.int()) }),
  refusals: ['permission-insufficient', ...conversationRefusals],
  stream: ({ userId }, realmId) => logStream.typing(realmId, userId),
  decide(state, { userId, op, to }, { realmId, actor, fingerprint }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const placed = conversationOf(state, userId, to, fingerprint);
    if ('refusal' in placed) return refuse(placed.refusal);
    const { userIds } = placed.place;
    return acceptEvent(logStream.typing(realmId, userId), { type: 'TypingTold', data: { userId, op, userIds } });
  },
});
