/** POST /audit/erasures/{erasure_id}/approve: a second auditor agrees, and the erasure begins. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { mayBegin } from '../../src/state/erasures.ts';
import { ErasureId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { holderRefusal, holderRefusals } from '../rules/holds.ts';

export const approveErasure = defineCommand({
  name: 'approve-erasure',
  summary: 'Approve an erasure that another auditor asked for',
  input: z.object({ erasureId: idNamed(ErasureId), reason: z.string() }),
  refusals: [...holderRefusals, 'erasure-missing', 'erasure-own', 'erasure-begun'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, data, { realmId, actor }) {
    const refusal = holderRefusal(state, actor, data.reason);
    if (refusal) return refuse(refusal);
    if (data.erasureId === 0 || data.erasureId > state.erasures.erasureIdMax)
      return refuse({ code: 'erasure-missing' });
    const erasure = state.erasures.byId.get(data.erasureId);
    if (!erasure || mayBegin(erasure)) return refuse({ code: 'erasure-begun' });
    if (erasure.requestedBy === actor) return refuse({ code: 'erasure-own' });
    return accept([{ stream: logStream.audit(realmId), events: [{ type: 'ErasureApproved', data }] }], {});
  },
});
