import { dismissAuditor } from '../../../commands/audit/dismiss-auditor.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, dismissed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const asks = askingFor(dismissAuditor, organization());

const dismiss = (id: number, reason = 'left the audit') => ({ userId: user(id), reason });

describeCommand(dismissAuditor, () => {
  it('ends an appointment', () => {
    asks(1, dismiss(3), appointed(3)).thenHappens(
      appends(logStream.audit(realmId), 'AuditorDismissed', { userId: user(3), why: { reason: 'left the audit' } }),
    );
  });

  it('is only for owners, and requires a reason', () => {
    for (const actor of [2, 3, 4, 6]) asks(actor, dismiss(3), appointed(3)).thenRefused('audit-owner-required');
    asks(1, dismiss(3, ''), appointed(3)).thenRefused('audit-reason-missing');
    asks(1, dismiss(3, 'x'.repeat(limits.auditReasonLengthMax + 1)), appointed(3)).thenRefused('audit-reason-too-long');
  });

  it('refuses users who are not auditors', () => {
    asks(1, dismiss(3)).thenRefused('auditor-missing');
    asks(1, dismiss(3), appointed(3), dismissed(3)).thenRefused('auditor-missing');
  });
});
