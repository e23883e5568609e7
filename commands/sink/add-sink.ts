/** POST /audit/sinks: from now on, the trail is sent to an external address. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import { sinkFormats } from '../../src/vocabulary/events/sinks.ts';
import type { EventId, SinkId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { auditorRefusal, earlierDecision } from '../rules/auditors.ts';
import { SinkUrl, sinkRefusal, sinkRefusals } from '../rules/sinks.ts';

export const addSink = defineCommand({
  name: 'add-sink',
  input: z.object({
    url: SinkUrl,
    actions: z.array(z.string()).nullable(),
    format: z.enum(sinkFormats),
    request: AuditRequest.optional(),
  }),
  refusals: ['auditor-required', 'audit-key-reused', ...sinkRefusals, 'sinks-too-many'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { url, actions, format, request }, { realmId, actor, generate }) {
    const refusal = auditorRefusal(state, actor);
    if (refusal) return refuse(refusal);
    const earlier = earlierDecision(state, request);
    if (earlier) return earlier;
    const bad = sinkRefusal({ url, actions });
    if (bad) return refuse(bad);
    if (state.sinks.byId.size >= limits.sinksMax) return refuse({ code: 'sinks-too-many', max: limits.sinksMax });
    const eventId: EventId = generate.eventId();
    const data = {
      sinkId: (state.sinks.sinkIdMax + 1) as SinkId,
      url,
      actions: actions && [...new Set(actions)],
      format,
      ...(request && { request }),
    };
    return accept([{ stream: logStream.audit(realmId), events: [{ type: 'SinkAdded', data }], ids: [eventId] }], {
      eventId,
    });
  },
});
