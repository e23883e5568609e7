import { removeSink } from '../../../commands/sink/remove-sink.ts';
import type { SinkId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sinkAdded } from '../../support/sink-writes.ts';

const sinkId = 1 as SinkId;
const base = [...organization(), appointed(2), sinkAdded(1)];
const asks = askingFor(removeSink, base);

describeCommand(removeSink, () => {
  it('is only for auditors, and refuses unknown sinks', () => {
    asks(2, { sinkId }).thenHappens(appends(logStream.audit(realmId), 'SinkRemoved', { sinkId }));
    asks(1, { sinkId }).thenRefused('auditor-required');
    asks(2, { sinkId: 2 as SinkId }).thenRefused('sink-missing');
  });
});
