/**
 * Records how far a push sink is. A record is accepted only if it continues the newest one. So if two processes both act as leader, only
 * one of them numbers events.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { SinkProgress } from '../../src/vocabulary/events/sinks.ts';
import { SinkId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordSinkProgress = defineCommand({
  name: 'record-sink-progress',
  input: z.object({ sinkId: SinkId, progress: SinkProgress }),
  refusals: [],
  stream: ({ sinkId }, realmId) => logStream.sink(realmId, sinkId),
  decide(state, { sinkId, progress }, { realmId }) {
    const sink = state.sinks.byId.get(sinkId);
    if (sink?.progress.turn !== progress.turn - 1) return accept([], { recorded: false });
    const data = { sinkId, ...progress };
    return acceptEvent(logStream.sink(realmId, sinkId), { type: 'SinkAdvanced', data } as const, {
      recorded: true,
    });
  },
});
