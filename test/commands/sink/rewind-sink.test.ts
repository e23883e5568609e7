import { rewindSink } from '../../../commands/sink/rewind-sink.ts';
import type { EventId, SinkId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, inAudit } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sinkAdded } from '../../support/sink-writes.ts';

const sinkId = 1 as SinkId;
const after = '00000000-0000-4000-8000-00000000abcd' as EventId;
const base = [...organization(), appointed(2), sinkAdded(1)];
const asks = askingFor(rewindSink, base);

describeCommand(rewindSink, () => {
  it('is only for auditors, and refuses unknown sinks', () => {
    for (const place of [after, null])
      asks(2, { sinkId, after: place }).thenHappens(
        appends(logStream.audit(realmId), 'SinkRewound', { sinkId, after: place }),
      );
    asks(1, { sinkId, after }).thenRefused('auditor-required');
    asks(2, { sinkId: 2 as SinkId, after }).thenRefused('sink-missing');
  });

  it('happens once under an idempotency key', () => {
    const request = { key: 'k', fingerprint: 'f' };
    asks(2, { sinkId, after, request }).thenHappens(
      appends(logStream.audit(realmId), 'SinkRewound', { sinkId, after, request }),
    );
    const past = [...base, inAudit('SinkRewound', { sinkId, after, request }, 2)];
    given(past).when(rewindSink, { sinkId, after, request }, { actor: 2 }).thenNothing();
    given(past)
      .when(rewindSink, { sinkId, after, request: { key: 'k', fingerprint: 'other' } }, { actor: 2 })
      .thenRefused('audit-key-reused');
  });
});
