/**
 * Completes an export for review whose file is written. If something was erased since the export began, the file may contain it and is made
 * again. If the requester is no longer an auditor, the export has failed.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { isAuditor } from '../../src/state/audit.ts';
import { isUnderWay } from '../../src/state/exports.ts';
import { reviewExportEvents } from '../../src/vocabulary/events/exports.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const completeExport = defineCommand({
  name: 'complete-export',
  input: reviewExportEvents.ExportCompleted.omit({ expiresAt: true }).extend({
    /** How long the file is kept, in milliseconds. */
    keptMs: z.int(),
    /** The number of erasures when the making of the file began. */
    erased: z.int(),
  }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { erased, keptMs, ...made }, { realmId, now }) {
    const stream = logStream.audit(realmId);
    const { exportId } = made;
    const known = state.exports.byId.get(exportId);
    // The export was completed or has failed, and the process ended before it learned that.
    if (!known || !isUnderWay(known)) return accept([], { outcome: known ? 'completed' : 'failed' } as const);
    if (known.requestedBy !== null && !isAuditor(state, known.requestedBy)) {
      const data = { exportId, cause: 'requester-dismissed' as const };
      return acceptEvent(stream, { type: 'ExportFailed', data }, { outcome: 'failed' } as const);
    }
    if (state.exports.erased !== erased) return accept([], { outcome: 'again' } as const);
    const data = { ...made, expiresAt: now + keptMs };
    return acceptEvent(stream, { type: 'ExportCompleted', data }, { outcome: 'completed' } as const);
  },
});
