/** DELETE /export/realm/{export_id}: the export can no longer be downloaded. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { RealmExportId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { availableExport, unavailableRefusals } from '../rules/realm-exports.ts';

export const deleteRealmExport = defineCommand({
  name: 'delete-realm-export',
  input: z.object({ realmExportId: RealmExportId }),
  refusals: [...unavailableRefusals],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, data, { realmId, actor, now }) {
    const found = availableExport(state, actor, data.realmExportId, now);
    if ('refusal' in found) return refuse(found.refusal);
    return acceptEvent(logStream.audit(realmId), { type: 'RealmExportDeleted', data });
  },
});
