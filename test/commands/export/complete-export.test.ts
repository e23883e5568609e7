import { completeExport } from '../../../commands/export/complete-export.ts';
import type { ExportId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, dismissed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { contentErased, personErased } from '../../support/erasure-writes.ts';
import { exportAsked, exportFailed, exportMade, made } from '../../support/export-writes.ts';
import { appends, type Given, given, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const exportId = 1 as ExportId;
const completing = (past: readonly Given[], erased = 0) =>
  given(organization(), appointed(2), exportAsked(1), past).when(
    completeExport,
    { exportId, ...made, keptMs: 500, erased },
    { actor: null },
  );
const stream = logStream.audit(realmId);

describeCommand(completeExport, () => {
  it('records what the file is, and how long it is kept, once', () => {
    const done = completing([]);
    done.thenHappens(appends(stream, 'ExportCompleted', { exportId, ...made, expiresAt: testNow + 500 }));
    done.thenAnswers({ outcome: 'completed' });
    completing([exportMade(1)]).thenHappens();
    completing([exportMade(1)]).thenAnswers({ outcome: 'completed' });
    completing([exportFailed(1)]).thenAnswers({ outcome: 'failed' });
  });

  it('is refused if something was erased since the export began', () => {
    for (const erased of [contentErased(1, [7]), personErased(3)]) {
      completing([erased]).thenHappens();
      completing([erased]).thenAnswers({ outcome: 'again' });
      completing([erased], 1).thenAnswers({ outcome: 'completed' });
    }
  });

  it('fails if the requester is no longer an auditor', () => {
    completing([dismissed(2)]).thenHappens(appends(stream, 'ExportFailed', { exportId, cause: 'requester-dismissed' }));
    completing([dismissed(2)]).thenAnswers({ outcome: 'failed' });
  });
});
