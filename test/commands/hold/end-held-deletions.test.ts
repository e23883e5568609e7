import { endHeldDeletions } from '../../../commands/hold/end-held-deletions.ts';
import type { FileId, MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { fileDeleted, uploads } from '../../support/file-writes.ts';
import { type Given, given, realmId } from '../../support/given.ts';
import {
  deletionHeld,
  facts,
  held,
  heldDeletionsEnded,
  holdChanged,
  holdEnded,
  scope,
} from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';

const base = [
  ...organization(),
  held(1, { users: [3] }),
  held(2, { users: [4] }),
  uploads(8, 3),
  fileDeleted(8, 3, { held: true }),
  deletionHeld(facts(10, 3), [7]),
  deletionHeld(facts(11, 4), [7, 9]),
  deletionHeld(facts(12, 1, { addressed: [3, 4] })),
];
const asked = { messageIds: [10, 11, 12, 13] as MessageId[], fileIds: [8, 9] as FileId[] };
const ending = (...past: Given[]) => given(base, past).when(endHeldDeletions, asked, { actor: null });
const ended = (messageIds: number[], fileIds: number[], of: number[]) => ({
  stream: logStream.audit(realmId),
  events: [{ type: 'HeldDeletionsEnded', data: { messageIds, fileIds, uploads: of } } as never],
});

describeCommand(endHeldDeletions, () => {
  it('releases everything that no hold covers any more', () => {
    ending().thenNothing();
    ending(holdEnded(1)).thenHappens(ended([10], [8], [7]));
    ending(holdEnded(2)).thenHappens(ended([11], [], [7, 9]));
    ending(holdEnded(1), holdEnded(2)).thenHappens(ended([10, 11, 12], [8], [7, 9]));
    ending(holdChanged(1, { until: 4_000 })).thenHappens(ended([10], [8], [7]));
    ending(holdChanged(1, scope({ users: [1], channels: [] }))).thenHappens(ended([10], [8], [7]));
  });

  it('keeps a file that a held message shared', () => {
    given(base, deletionHeld(facts(14, 4), [8]), holdEnded(1))
      .when(endHeldDeletions, { messageIds: [], fileIds: asked.fileIds }, { actor: null })
      .thenNothing();
  });

  it('happens once', () => {
    ending(holdEnded(1), heldDeletionsEnded([10], [8])).thenNothing();
  });
});
