/** GET /export/realm/{export_id}/file: records the download before anything is read. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { RealmExportId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { availableExport, unavailableRefusals } from '../rules/realm-exports.ts';

export const downloadRealmExport = defineCommand({
  name: 'download-realm-export',
  input: z.object({ realmExportId: RealmExportId }),
  refusals: [...unavailableRefusals, 'realm-export-downloads-too-many'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, data, { realmId, actor, now }) {
    const found = availableExport(state, actor, data.realmExportId, now);
    if ('refusal' in found) return refuse(found.refusal);
    if (found.one.downloads >= limits.realmExportDownloadsMax)
      return refuse({ code: 'realm-export-downloads-too-many', max: limits.realmExportDownloadsMax });
    return acceptEvent(logStream.audit(realmId), { type: 'RealmExportDownloaded', data });
  },
});
