import { deleteQueue } from '../../../commands/queue/delete-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId, recorded } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const past = [...organization(), listens(3, queueId)];
const asks = askingFor(deleteQueue, past);
/** What the ledger keeps of the registration. */
const leaves = recorded(past).slice(-1).map(leafIn);
const deleted = appends(logStream.queue(realmId, queueId), 'EventQueueDeleted', { queueId, leaves });

describeCommand(deleteQueue, () => {
  it("ends the caller's queue", () => {
    asks(3, { queueId }).thenHappens(deleted);
  });

  it("is refused to everybody else, including administrators and the user's bots", () => {
    for (const actor of [1, 6]) asks(actor, { queueId }).thenRefused('queue-foreign-delete', {});
  });

  it('finds no queue the second time, and none that never existed', () => {
    asks(3, { queueId })
      .andThen()
      .when(deleteQueue, { queueId }, { actor: 3 })
      .thenRefused('queue-missing', { queueId });
    given(organization()).when(deleteQueue, { queueId }, { actor: 3 }).thenRefused('queue-missing');
  });
});
