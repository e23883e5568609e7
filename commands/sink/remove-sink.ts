/** DELETE /audit/sinks/{sink_id}: nothing more is sent. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { idNamed, SinkId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { auditorRefusal } from '../rules/auditors.ts';

export const removeSink = defineCommand({
  name: 'remove-sink',
  input: z.object({ sinkId: idNamed(SinkId) }),
  refusals: ['auditor-required', 'sink-missing'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { sinkId }, { realmId, actor }) {
    const refusal = auditorRefusal(state, actor);
    if (refusal) return refuse(refusal);
    if (!state.sinks.byId.has(sinkId)) return refuse({ code: 'sink-missing' });
    return acceptEvent(logStream.audit(realmId), { type: 'SinkRemoved', data: { sinkId } });
  },
});
