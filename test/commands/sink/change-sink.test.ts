import { changeSink } from '../../../commands/sink/change-sink.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { SinkId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sinkAdded, sinkChanged, sinkUrl } from '../../support/sink-writes.ts';

const sinkId = 1 as SinkId;
const base = [...organization(), appointed(2), sinkAdded(1)];
const asks = askingFor(changeSink, base);
type Wanted = Partial<DataOf<'SinkChanged'>>;
const changing = (wanted: Wanted, actor: number | null = 2) => asks(actor, { sinkId, ...wanted });
const changed = (data: Wanted) => appends(logStream.audit(realmId), 'SinkChanged', { sinkId, ...data });

describeCommand(changeSink, () => {
  it('is only for auditors, and records what differs', () => {
    changing({ url: sinkUrl, format: 'ocsf' }).thenHappens(changed({ format: 'ocsf' }));
    changing({ actions: ['message.', 'message.'] }).thenHappens(changed({ actions: ['message.'] }));
    changing({ enabled: false }).thenHappens(changed({ enabled: false }));
    changing({ enabled: false }, 3).thenRefused('auditor-required');
  });

  it('is done by the service if the receiver is gone', () => {
    changing({ enabled: false, cause: 'gone' }, null).thenHappens(changed({ enabled: false, cause: 'gone' }));
  });

  it('requires a change, and an existing sink', () => {
    changing({}).thenRefused('sink-changes-nothing');
    changing({ url: sinkUrl, actions: null, enabled: true }).thenRefused('sink-changes-nothing');
    asks(2, { sinkId, actions: ['message.'] }, sinkChanged(1, { actions: ['message.'] })).thenRefused(
      'sink-changes-nothing',
    );
    asks(2, { sinkId: 4711 as SinkId, enabled: false }).thenRefused('sink-missing');
  });

  it('refuses values that a new sink may not have', () => {
    changing({ actions: [] }).thenRefused('sink-of-nothing');
    changing({ actions: ['x'] }).thenRefused('sink-action-unknown', { action: 'x' });
    const many = Array.from({ length: limits.trailActionsMax + 1 }, () => 'message.');
    changing({ actions: many }).thenRefused('sink-actions-too-many', { max: limits.trailActionsMax });
    changing({ url: 'https://a:b@example.com' }).thenRefused('sink-url-with-password');
  });
});
