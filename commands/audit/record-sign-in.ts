/** Records that a user signed in, and from where, up to a limit for each hour. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { countedIn } from '../../src/state/audit.ts';
import { signInMethods } from '../../src/vocabulary/events/audit.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordSignIn = defineCommand({
  name: 'record-sign-in',
  input: z.object({ userId: UserId, method: z.enum(signInMethods), address: z.string() }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, signIn, { realmId, now }) {
    const { count } = countedIn(state.audit, signIn.userId, now);
    if (count >= limits.signInsRecordedPerHour) return accept([], {});
    const last = count + 1 === limits.signInsRecordedPerHour ? { last: true as const } : {};
    return acceptEvent(logStream.audit(realmId), { type: 'SignedIn', data: { ...signIn, ...last } });
  },
});
