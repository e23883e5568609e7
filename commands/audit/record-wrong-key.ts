/** Records a request with a wrong API key, and where it came from, up to a limit for each hour. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { wrongKeysRecorded } from '../../src/state/audit.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordWrongKey = defineCommand({
  name: 'record-wrong-key',
  /** `userId` is null if nobody has the given e-mail address, or if none was given. */
  input: z.object({ userId: UserId.nullable(), address: z.string() }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, input, { realmId, now }) {
    const count = wrongKeysRecorded(state.audit, now);
    if (count >= limits.wrongKeysRecordedPerHour) return accept([], {});
    const last = count + 1 === limits.wrongKeysRecordedPerHour ? { last: true as const } : {};
    const data = { ...input, method: 'api_key' as const, ...last };
    return acceptEvent(logStream.audit(realmId), { type: 'SignInRefused', data });
  },
});
