import { completeErasure } from '../../../commands/erasure/complete-erasure.ts';
import type { ErasureId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { contentErased, erasureApproved, erasureAsked } from '../../support/erasure-writes.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const input = { erasureId: 1 as ErasureId, held: 3 };

describeCommand(completeErasure, () => {
  it('certifies what was requested, by whom, and what was done, once', () => {
    const done = given(
      organization(),
      erasureAsked(1, { needsApproval: true }),
      erasureApproved(1, 3),
      contentErased(1, [7, 8]),
      contentErased(1, [9]),
    ).when(completeErasure, input, { actor: null });
    done.thenHappens(
      appends(logStream.audit(realmId), 'ErasureCompleted', {
        erasureId: input.erasureId,
        reason: 'request',
        basis: 'GDPR 17',
        target: { kind: 'messages', messageIds: [7 as MessageId] },
        requestedBy: 2 as UserId,
        approvedBy: 3 as UserId,
        messages: 3,
        events: 6,
        bytes: 30,
        files: 0,
        held: 3,
      }),
    );
    done.andThen().when(completeErasure, input, { actor: null }).thenNothing();
  });
});
