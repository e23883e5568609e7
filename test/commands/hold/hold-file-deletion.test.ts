import { holdFileDeletion } from '../../../commands/hold/hold-file-deletion.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { file, fileDeleted, uploads } from '../../support/file-writes.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { held, heldDeletionsEnded, holdEnded } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';

const fileId = file(7);
const base = [...organization(), uploads(7, 3)];

describeCommand(holdFileDeletion, () => {
  it('records that a file stays if its deletion is appended after a hold, even if it was decided before', () => {
    const done = given(base, held(1, { users: [3] }), fileDeleted(7, 3)).when(holdFileDeletion, { fileId });
    done.thenHappens(appends(logStream.audit(realmId), 'FileDeletionHeld', { fileId }));
    done.thenAnswers({ held: true });
  });

  it('releases files that were deleted before the hold, or released by its end', () => {
    for (const past of [
      [fileDeleted(7, 3), held(1, { users: [3] })],
      [held(1, { users: [3] }), fileDeleted(7, 3), holdEnded(1), heldDeletionsEnded([], [7])],
    ]) {
      const done = given(base, past).when(holdFileDeletion, { fileId });
      done.thenNothing();
      done.thenAnswers({ held: false });
    }
  });
});
