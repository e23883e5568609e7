/** DELETE /audit/auditors/{user_id}: an owner ends an appointment. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { ownerRefusal, reasonRefusal, reasonRefusals } from '../rules/auditors.ts';

export const dismissAuditor = defineCommand({
  name: 'dismiss-auditor',
  input: z.object({ userId: idNamed(UserId), reason: z.string() }),
  refusals: ['audit-owner-required', ...reasonRefusals, 'auditor-missing'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { userId, reason }, { realmId, actor }) {
    const refusal = ownerRefusal(state, actor) ?? reasonRefusal(reason);
    if (refusal) return refuse(refusal);
    if (!state.audit.auditors.has(userId)) return refuse({ code: 'auditor-missing' });
    const events = [{ type: 'AuditorDismissed', data: { userId, why: { reason } } }] as const;
    return accept([{ stream: logStream.audit(realmId), events }], {});
  },
});
