/** POST /users/me/status: sets the caller's away status and a short text. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { preferencesOf } from '../../src/state/preferences.ts';
import { wordsStream } from '../../src/state/words.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf, actsFor } from '../rules/acting.ts';
import { differing } from '../rules/differing.ts';

export const setStatus = defineCommand({
  name: 'set-status',
  input: z.object({ userId: UserId, away: z.boolean().optional(), text: z.string().optional() }),
  refusals: ['permission-insufficient', 'bot-requests-refused', 'status-nothing-new'],
  stream: ({ userId }, realmId) => logStream.words(realmId, userId, 0),
  decide(state, { userId, away, text }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    if (accountOf(state, userId)?.bot != null) return refuse({ code: 'bot-requests-refused' });
    if (away === undefined && text === undefined) return refuse({ code: 'status-nothing-new' });
    const { status } = preferencesOf(state.preferences, userId);
    const changed = differing({ away, text: text?.trim() }, { away: status?.away ?? false, text: status?.text ?? '' });
    if (Object.keys(changed).length === 0) return accept([], {});
    return acceptEvent(wordsStream(state, realmId, userId), {
      type: 'UserStatusChanged',
      data: { userId, ...changed },
    });
  },
});
