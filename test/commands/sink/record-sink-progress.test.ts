import { recordSinkProgress } from '../../../commands/sink/record-sink-progress.ts';
import type { SinkId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { claimed, progressOf, sinkAdded, sinkAdvanced, sinkRemoved } from '../../support/sink-writes.ts';

const sinkId = 1 as SinkId;
const base = [...organization(), sinkAdded(1), sinkAdvanced(1, { turn: 1 })];

describeCommand(recordSinkProgress, () => {
  it('records progress based on the newest event', () => {
    const progress = progressOf({ turn: 2, claimed });
    const noting = given(base).when(recordSinkProgress, { sinkId, progress }, { actor: null });
    noting.thenHappens(appends(logStream.sink(realmId, sinkId), 'SinkAdvanced', { sinkId, ...progress }));
    noting.thenAnswers({ recorded: true });
  });

  it('records nothing if another process was faster, or the sink was removed', () => {
    for (const [past, turn] of [
      [base, 1],
      [base, 3],
      [[...base, sinkRemoved(1)], 2],
    ] as const) {
      const noting = given(past).when(recordSinkProgress, { sinkId, progress: progressOf({ turn }) }, { actor: null });
      noting.thenNothing();
      noting.thenAnswers({ recorded: false });
    }
  });
});
