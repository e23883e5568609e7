import { approveErasure } from '../../../commands/erasure/approve-erasure.ts';
import type { ErasureId } from '../../../src/vocabulary/ids.ts';
import { auditReasonLengthMax } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureApproved, erasureAsked, erasureDone } from '../../support/erasure-writes.ts';
import { type Given, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const base = [...organization(), appointed(2), appointed(3), erasureAsked(1, { needsApproval: true }), erasureAsked(2)];
const approving = (id: number, actor = 3, reason = 'agreed', past: Given[] = []) =>
  given(base, past).when(approveErasure, { erasureId: id as ErasureId, reason }, { actor });

describeCommand(approveErasure, () => {
  it('is done by another auditor than the one who asked, once', () => {
    const data = { erasureId: 1 as ErasureId, reason: 'agreed' };
    approving(1).thenHappens({ stream: logStream.audit(realmId), events: [{ type: 'ErasureApproved', data }] });
    approving(1, 2).thenRefused('erasure-own');
    approving(1, 1).thenRefused('auditor-required');
    approving(1, 3, '').thenRefused('audit-reason-missing');
    approving(1, 3, 'x'.repeat(auditReasonLengthMax + 1)).thenRefused('audit-reason-too-long');
    approving(1, 3, 'agreed', [erasureApproved(1, 3)]).thenRefused('erasure-begun');
  });

  it('is for what waits for it', () => {
    approving(2).thenRefused('erasure-begun');
    approving(1, 3, 'agreed', [erasureDone(1)]).thenRefused('erasure-begun');
    approving(0).thenRefused('erasure-missing');
    approving(3).thenRefused('erasure-missing');
  });
});
