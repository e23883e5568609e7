/** The file of an export for review goes, because its time is over, or because something in it was erased. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { isUnderWay } from '../../src/state/exports.ts';
import { ExportId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const endExport = defineCommand({
  name: 'end-export',
  summary: 'Remove the file of an export for review',
  input: z.object({ exportId: ExportId, cause: z.enum(['expired', 'erased']) }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide({ exports }, data, { realmId, now }) {
    const known = exports.byId.get(data.exportId);
    if (!known || isUnderWay(known)) return accept([], {});
    // The clock of the machine was put back.
    if (data.cause === 'expired' && (known.expiresAt ?? 0) > now) return accept([], {});
    return accept([{ stream: logStream.audit(realmId), events: [{ type: 'ExportEnded', data }] }], {});
  },
});
