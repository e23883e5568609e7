/** PATCH /audit/sinks/{sink_id}. The service itself disables a sink whose receiver says that it is gone. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { sinkFormats } from '../../src/vocabulary/events/sinks.ts';
import { idNamed, SinkId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { auditorRefusal } from '../rules/auditors.ts';
import { SinkUrl, sinkRefusal, sinkRefusals } from '../rules/sinks.ts';

export const changeSink = defineCommand({
  name: 'change-sink',
  input: z.object({
    sinkId: idNamed(SinkId),
    url: SinkUrl.optional(),
    actions: z.array(z.string()).nullable().optional(),
    format: z.enum(sinkFormats).optional(),
    enabled: z.boolean().optional(),
    cause: z.literal('gone').optional(),
  }),
  refusals: ['auditor-required', 'sink-missing', ...sinkRefusals, 'sink-changes-nothing'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { sinkId, cause, actions, ...wanted }, { realmId, actor }) {
    const refusal = auditorRefusal(state, actor);
    if (refusal) return refuse(refusal);
    const sink = state.sinks.byId.get(sinkId);
    if (!sink) return refuse({ code: 'sink-missing' });
    const bad = sinkRefusal({ url: wanted.url, actions });
    if (bad) return refuse(bad);
    const after = { ...wanted, ...(actions !== undefined && { actions: actions && [...new Set(actions)] }) };
    const changed = Object.entries(after).filter(
      ([key, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(sink[key as keyof typeof after]),
    );
    if (changed.length === 0) return refuse({ code: 'sink-changes-nothing' });
    const data = { sinkId, ...(Object.fromEntries(changed) as typeof after), ...(cause && { cause }) };
    return acceptEvent(logStream.audit(realmId), { type: 'SinkChanged', data });
  },
});
