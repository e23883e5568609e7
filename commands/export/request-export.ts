/** POST /audit/exports: requests an export of content for review, which is made in the background. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isUnderWay } from '../../src/state/exports.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import { exportFormats, ReviewScope } from '../../src/vocabulary/events/exports.ts';
import { EventId, type ExportId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { earlierDecision } from '../rules/auditors.ts';
import { reviewScopeRefusal, reviewScopeRefusals } from '../rules/exports.ts';
import { holderRefusal, holderRefusals } from '../rules/holds.ts';

export const requestExport = defineCommand({
  name: 'request-export',
  input: z.object({
    format: z.enum(exportFormats),
    ...ReviewScope.shape,
    upTo: EventId.nullable(),
    reason: z.string(),
    request: AuditRequest.optional(),
  }),
  refusals: [
    ...holderRefusals,
    'audit-key-reused',
    ...reviewScopeRefusals,
    'exports-too-many',
    'exports-kept-too-many',
  ],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { request, ...asked }, { realmId, actor, generate }) {
    const refusal = holderRefusal(state, actor, asked.reason);
    if (refusal) return refuse(refusal);
    const earlier = earlierDecision(state, request);
    if (earlier) return earlier;
    const bad = reviewScopeRefusal(state, asked);
    if (bad) return refuse(bad);
    const { byId, exportIdMax } = state.exports;
    if ([...byId.values()].filter(isUnderWay).length >= limits.exportsUnderWayMax)
      return refuse({ code: 'exports-too-many', max: limits.exportsUnderWayMax });
    if (byId.size >= limits.exportsKeptMax)
      return refuse({ code: 'exports-kept-too-many', max: limits.exportsKeptMax });
    const eventId = generate.eventId();
    const data = {
      exportId: (exportIdMax + 1) as ExportId,
      ...asked,
      userIds: ascending(asked.userIds),
      channelIds: ascending(asked.channelIds),
      topics: [...new Set(asked.topics)].sort(),
      ...(request && { request }),
    };
    return accept(
      [{ stream: logStream.audit(realmId), events: [{ type: 'ExportRequested', data } as const], ids: [eventId] }],
      { eventId },
    );
  },
});
