import { approveErasure } from '../../../commands/erasure/approve-erasure.ts';
import type { ErasureId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureApproved, erasureAsked, erasureDone } from '../../support/erasure-writes.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { reactivated, roleChanged } from '../../support/writes.ts';

const base = [...organization(), appointed(2), appointed(3), erasureAsked(1, { needsApproval: true }), erasureAsked(2)];
const approving = (id: number, actor = 3, reason = 'agreed', past: Given[] = []) =>
  given(base, past).when(approveErasure, { erasureId: id as ErasureId, reason }, { actor });

describeCommand(approveErasure, () => {
  it('is done by another auditor than the requester, once', () => {
    const data = { erasureId: 1 as ErasureId, reason: 'agreed' };
    approving(1).thenHappens(appends(logStream.audit(realmId), 'ErasureApproved', data));
    approving(1, 2).thenRefused('erasure-own');
    approving(1, 1).thenRefused('auditor-required');
    approving(1, 3, '').thenRefused('audit-reason-missing');
    approving(1, 3, 'x'.repeat(limits.auditReasonLengthMax + 1)).thenRefused('audit-reason-too-long');
    approving(1, 3, 'agreed', [erasureApproved(1, 3)]).thenRefused('erasure-begun');
  });

  it('is not done by a bot of the requester, nor by the owner of the requesting bot', () => {
    const bot = appointed(6);
    // Bot 6 is of member 3.
    const owned = [roleChanged(3, 100, 400), bot];
    const byBot = (by: number) => erasureAsked(3, { needsApproval: true }, by);
    approving(3, 6, 'agreed', [...owned, byBot(3)]).thenRefused('erasure-own');
    approving(3, 3, 'agreed', [...owned, byBot(6)]).thenRefused('erasure-own');
    const data = { erasureId: 3 as ErasureId, reason: 'agreed' };
    const append = appends(logStream.audit(realmId), 'ErasureApproved', data);
    approving(3, 2, 'agreed', [...owned, byBot(6)]).thenHappens(append);
  });

  it('is not done for a person who is active again', () => {
    const asked = erasureAsked(3, { needsApproval: true, target: { kind: 'user', userId: user(5) } });
    approving(3, 3, 'agreed', [asked, reactivated(5)]).thenRefused('erasure-user-active');
    const data = { erasureId: 3 as ErasureId, reason: 'agreed' };
    const append = appends(logStream.audit(realmId), 'ErasureApproved', data);
    approving(3, 3, 'agreed', [asked]).thenHappens(append);
  });

  it('is refused for erasures that need no approval or do not exist', () => {
    approving(2).thenRefused('erasure-begun');
    approving(1, 3, 'agreed', [erasureDone(1)]).thenRefused('erasure-begun');
    approving(0).thenRefused('erasure-missing');
    approving(3).thenRefused('erasure-missing');
  });
});
