/** DELETE /audit/holds/{hold_id}: ends a hold. Data that were deleted under it, and that no other hold covers, are removed now. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { HoldId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { holderRefusal, holderRefusals } from '../rules/holds.ts';

export const endHold = defineCommand({
  name: 'end-hold',
  input: z.object({ holdId: idNamed(HoldId), reason: z.string() }),
  refusals: [...holderRefusals, 'hold-missing'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { holdId, reason }, { realmId, actor }) {
    const refusal = holderRefusal(state, actor, reason);
    if (refusal) return refuse(refusal);
    if (!state.holds.byId.has(holdId)) return refuse({ code: 'hold-missing' });
    return acceptEvent(logStream.audit(realmId), { type: 'HoldEnded', data: { holdId, reason } });
  },
});
