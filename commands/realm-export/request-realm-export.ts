/** POST /export/realm: makes what every member may read available for download for some days. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { dayMs } from '../../src/vocabulary/day.ts';
import type { RealmExportId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const requestRealmExport = defineCommand({
  name: 'request-realm-export',
  input: z.object({}),
  refusals: ['administrator-required', 'realm-exports-too-many'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, _input, { realmId, actor, now }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const { byId, idMax } = state.realmExports;
    // Deleted exports count, too.
    const ofWeek = [...byId.values()].filter(({ requestedAt }) => requestedAt > now - 7 * dayMs);
    if (ofWeek.length >= limits.realmExportsPerWeekMax) return refuse({ code: 'realm-exports-too-many' });
    const data = { realmExportId: (idMax + 1) as RealmExportId, expiresAt: now + limits.realmExportDaysMax * dayMs };
    return acceptEvent(logStream.audit(realmId), { type: 'RealmExportRequested', data });
  },
});
