import { removeSink } from '../../../commands/sink/remove-sink.ts';
import type { SinkId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sinkAdded } from '../../support/sink-writes.ts';

const sinkId = 1 as SinkId;
const base = [...organization(), appointed(2), sinkAdded(1)];

describeCommand(removeSink, () => {
  it('is only for auditors, and refuses unknown sinks', () => {
    given(base)
      .when(removeSink, { sinkId }, { actor: 2 })
      .thenHappens({ stream: logStream.audit(realmId), events: [{ type: 'SinkRemoved', data: { sinkId } }] });
    given(base).when(removeSink, { sinkId }, { actor: 1 }).thenRefused('auditor-required');
    given(base)
      .when(removeSink, { sinkId: 2 as SinkId }, { actor: 2 })
      .thenRefused('sink-missing');
  });
});
