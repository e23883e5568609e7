/**
 * POST /audit/sinks/{sink_id}/rewind: events after a given one are sent again with new numbers. The batch that is being sent is completed
 * first.
 */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import { EventId, idNamed, SinkId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { auditorRefusal, earlierDecision } from '../rules/auditors.ts';

export const rewindSink = defineCommand({
  name: 'rewind-sink',
  input: z.object({
    sinkId: idNamed(SinkId),
    /** Null to begin at the first event. */
    after: EventId.nullable(),
    request: AuditRequest.optional(),
  }),
  refusals: ['auditor-required', 'audit-key-reused', 'sink-missing'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { sinkId, after, request }, { realmId, actor }) {
    const refusal = auditorRefusal(state, actor);
    if (refusal) return refuse(refusal);
    const earlier = earlierDecision(state, request);
    if (earlier) return earlier;
    if (!state.sinks.byId.has(sinkId)) return refuse({ code: 'sink-missing' });
    const data = { sinkId, after, ...(request && { request }) };
    return acceptEvent(logStream.audit(realmId), { type: 'SinkRewound', data });
  },
});
