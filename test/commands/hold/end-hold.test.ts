import { endHold } from '../../../commands/hold/end-hold.ts';
import type { HoldId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';

const base = [...organization(), appointed(2), held(1, { users: [3] })];
const asks = askingFor(endHold, base);
const data = { holdId: 1 as HoldId, reason: 'settled' };

describeCommand(endHold, () => {
  it('is only for auditors, once', () => {
    const first = asks(2, data);
    first.thenHappens(appends(logStream.audit(realmId), 'HoldEnded', data));
    first.andThen().when(endHold, data, { actor: 2 }).thenRefused('hold-missing');
    asks(1, data).thenRefused('auditor-required');
    asks(2, { ...data, reason: '' }).thenRefused('audit-reason-missing');
    asks(2, { ...data, reason: 'x'.repeat(limits.auditReasonLengthMax + 1) }).thenRefused('audit-reason-too-long');
  });
});
