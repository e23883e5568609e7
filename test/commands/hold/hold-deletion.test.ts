import { holdDeletion } from '../../../commands/hold/hold-deletion.ts';
import type { FileId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type Given, realmId } from '../../support/given.ts';
import { deletionHeld, facts, held, holdEnded } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { deletes, inTopic, joins, leaves, opened, sends } from '../../support/past-events.ts';

const base = [...organization(), opened(1, 'plans', [1]), opened(2, 'goals', [1])];
const asks = askingFor(holdDeletion, base);
const uploads = [7 as FileId];
const isHeld = (past: readonly Given[], message: ReturnType<typeof facts>, expected: boolean): void => {
  const done = asks(null, { message, uploads }, past);
  if (!expected) done.thenNothing();
  else done.thenHappens(appends(logStream.audit(realmId), 'DeletionHeld', { message, uploads }));
  done.thenAnswers({ held: expected });
};

describeCommand(holdDeletion, () => {
  it('keeps messages that a custodian sent or received', () => {
    const hold = [held(1, { users: [3] })];
    isHeld(hold, facts(10, 3), true);
    isHeld(hold, facts(10, 1, { addressed: [2, 3] }), true);
    isHeld(hold, facts(10, 1, { addressed: [2] }), false);
    isHeld([...hold, holdEnded(1)], facts(10, 3), false);
    isHeld([...hold, held(2, { users: [3] }), holdEnded(1)], facts(10, 3), true);
  });

  it('keeps messages of streams to which a custodian was subscribed when they were sent', () => {
    const sent = (id: number) => sends(id, 1, inTopic(1, 'x'));
    const past = [sent(10), joins(1, 3), sent(11), leaves(1, 3), sent(12), held(1, { users: [3] })];
    const of = (id: number, ...stoodIn: number[]) => facts(id, 1, { stoodIn });
    isHeld(past, of(10, 1), false);
    isHeld(past, of(11, 1), true);
    isHeld(past, of(12, 1), false);
    // Where it was moved to since does not matter.
    isHeld(past, of(11, 2, 1), false);
  });

  it('keeps messages that were ever in a stream', () => {
    const hold = [held(1, { channels: [2] })];
    isHeld(hold, facts(10, 1, { stoodIn: [1, 2] }), true);
    isHeld(hold, facts(10, 1, { stoodIn: [2] }), true);
    isHeld(hold, facts(10, 1, { stoodIn: [1] }), false);
  });

  it('uses the time of sending: from the beginning of the hold inclusive, to its end exclusive', () => {
    const hold = [held(1, { users: [3], since: 100, until: 200 })];
    for (const [sentAt, expected] of [
      [99, false],
      [100, true],
      [199, true],
      [200, false],
    ] as const)
      isHeld(hold, facts(10, 3, { sentAt }), expected);
  });

  it('happens once', () => {
    const message = facts(10, 3);
    const again = asks(1, { message, uploads }, held(1, { users: [3] }), deletionHeld(message));
    again.thenNothing();
    again.thenAnswers({ held: true });
  });

  it('lets go of nothing that was held, which the end of the hold does', () => {
    const message = facts(10, 3);
    const past = [held(1, { users: [3] }), deletes(10, 3, inTopic(1, 'x')), holdEnded(1)];
    const ended = asks(1, { message, uploads }, past);
    ended.thenNothing();
    ended.thenAnswers({ held: true });
  });
});
