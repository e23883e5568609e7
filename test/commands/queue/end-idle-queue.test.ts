import { endIdleQueue } from '../../../commands/queue/end-idle-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, happened, realmId, recorded } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const stream = logStream.queue(realmId, queueId);
const past = [...organization(), listens(3, queueId)];
const asks = askingFor(endIdleQueue, past);
/** What the ledger keeps of the registration. */
const leaves = recorded(past).slice(-1).map(leafIn);
const by = (actor: number) => ({ actor });
const expired = appends(stream, 'EventQueueExpired', { queueId, leaves });
const idle = { queueId, revision: 0 };

describeCommand(endIdleQueue, () => {
  it('ends a queue of the caller that was found idle, within its lifespan', () => {
    asks(by(3), idle).thenHappens(expired);
  });

  it('does not end a queue if the log has a later poll at another process', () => {
    const polled = happened(stream, 'EventQueueTouched', { queueId });
    asks(by(3), idle, polled).thenNothing();
    asks(by(3), { queueId, revision: 1 }, polled).thenHappens(expired);
  });

  it("does not end another user's queue, or one that has ended", () => {
    asks(by(4), idle).thenNothing();
    asks(by(3), idle).andThen().when(endIdleQueue, idle, by(3)).thenNothing();
  });
});
