/** Records that an export for review cannot be made. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { isUnderWay } from '../../src/state/exports.ts';
import { exportFailures } from '../../src/vocabulary/events/exports.ts';
import { ExportId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const failExport = defineCommand({
  name: 'fail-export',
  input: z.object({ exportId: ExportId, cause: z.enum(exportFailures) }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide({ exports }, data, { realmId }) {
    const known = exports.byId.get(data.exportId);
    if (!known || !isUnderWay(known)) return accept([], {});
    return acceptEvent(logStream.audit(realmId), { type: 'ExportFailed', data });
  },
});
