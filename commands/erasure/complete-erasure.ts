/** Completes an erasure with its certificate, after everything in it is done. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { ErasureId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const completeErasure = defineCommand({
  name: 'complete-erasure',
  input: z.object({ erasureId: ErasureId, held: z.int() }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { erasureId, held }, { realmId }) {
    const erasure = state.erasures.byId.get(erasureId);
    if (!erasure) return accept([], {});
    const { part: _, eventId: __, needsApproval: ___, ...certified } = erasure;
    const data = { ...certified, held };
    return acceptEvent(logStream.audit(realmId), { type: 'ErasureCompleted', data });
  },
});
