import { endHold } from '../../../commands/hold/end-hold.ts';
import type { HoldId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';

const base = [...organization(), appointed(2), held(1, { users: [3] })];
const data = { holdId: 1 as HoldId, reason: 'settled' };

describeCommand(endHold, () => {
  it('is only for auditors, once', () => {
    const first = given(base).when(endHold, data, { actor: 2 });
    first.thenHappens({ stream: logStream.audit(realmId), events: [{ type: 'HoldEnded', data }] });
    first.andThen().when(endHold, data, { actor: 2 }).thenRefused('hold-missing');
    given(base).when(endHold, data, { actor: 1 }).thenRefused('auditor-required');
    given(base)
      .when(endHold, { ...data, reason: '' }, { actor: 2 })
      .thenRefused('audit-reason-missing');
    given(base)
      .when(endHold, { ...data, reason: 'x'.repeat(limits.auditReasonLengthMax + 1) }, { actor: 2 })
      .thenRefused('audit-reason-too-long');
  });
});
