/** Begins a retention run, which erases messages that have been kept for long enough. Does nothing if no run is due. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import {
  daysKept,
  keptUntil,
  nextRunAt,
  type RetentionScope,
  runUnderWay,
  targetOfRun,
} from '../../src/state/retention.ts';
import { ChannelId, type ErasureId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const beginRetention = defineCommand({
  name: 'begin-retention',
  /** `channelId` is null for private messages. `asOf`: the time by `conservativeClock`. */
  input: z.object({ channelId: ChannelId.nullable(), asOf: z.int() }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { channelId, asOf }, { realmId, now }) {
    const scope: RetentionScope = channelId ?? 0;
    const days = daysKept(state, scope);
    const certain = Math.min(asOf, now);
    if (!days || runUnderWay(state) || certain < nextRunAt(state, scope)) return accept([], { begun: false });
    const data = {
      erasureId: (state.erasures.erasureIdMax + 1) as ErasureId,
      reason: 'retention',
      basis: `message_retention_days: ${days}`,
      target: targetOfRun(scope, keptUntil(days, certain)),
      needsApproval: false,
      retention: { days },
    };
    return acceptEvent(logStream.audit(realmId), { type: 'ErasureRequested', data } as const, {
      begun: true,
    });
  },
});
