import { dismissAuditor } from '../../../commands/audit/dismiss-auditor.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, dismissed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const dismiss = (id: number, reason = 'left the audit') => ({ userId: user(id), reason });

describeCommand(dismissAuditor, () => {
  it('ends an appointment', () => {
    given(organization(), appointed(3))
      .when(dismissAuditor, dismiss(3))
      .thenHappens({
        stream: logStream.audit(realmId),
        events: [{ type: 'AuditorDismissed', data: { userId: user(3), why: { reason: 'left the audit' } } }],
      });
  });

  it('is only for owners, and requires a reason', () => {
    for (const actor of [2, 3, 4, 6])
      given(organization(), appointed(3))
        .when(dismissAuditor, dismiss(3), { actor })
        .thenRefused('audit-owner-required');
    given(organization(), appointed(3)).when(dismissAuditor, dismiss(3, '')).thenRefused('audit-reason-missing');
    given(organization(), appointed(3))
      .when(dismissAuditor, dismiss(3, 'x'.repeat(limits.auditReasonLengthMax + 1)))
      .thenRefused('audit-reason-too-long');
  });

  it('refuses users who are not auditors', () => {
    given(organization()).when(dismissAuditor, dismiss(3)).thenRefused('auditor-missing');
    given(organization(), appointed(3), dismissed(3)).when(dismissAuditor, dismiss(3)).thenRefused('auditor-missing');
  });
});
