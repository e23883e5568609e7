import { expireQueue } from '../../../commands/queue/expire-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, happened, realmId, recorded, testNow } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const stream = logStream.queue(realmId, queueId);
const past = [...organization(), listens(3, queueId)];
const asks = askingFor(expireQueue, past);
/** What the ledger keeps of the registration. */
const leaves = recorded(past).slice(-1).map(leafIn);
const service = { actor: null };
const expired = appends(stream, 'EventQueueExpired', { queueId, leaves });
const touched = (at = testNow) => happened(stream, 'EventQueueTouched', { queueId }, { at });

describeCommand(expireQueue, () => {
  it('ends a queue that was found idle', () => {
    asks(service, { queueId, revision: 0 }).thenHappens(expired);
    asks(service, { queueId, revision: 1 }, touched()).thenHappens(expired);
  });

  it('does not end a queue if the log has a later poll at another process', () => {
    asks(service, { queueId, revision: 0 }, touched()).thenNothing();
  });

  it('ends a queue although the clock was ahead when it was polled', () => {
    const hour = 3_600_000;
    asks({ actor: null, now: testNow + hour }, { queueId, revision: 1 }, touched(testNow + hour)).thenHappens(expired);
  });

  it("ends a user's own queue within its lifespan, and no queue of another user", () => {
    asks({ actor: 3 }, { queueId, revision: 0 }).thenHappens(expired);
    asks({ actor: 4 }, { queueId, revision: 0 }).thenNothing();
  });

  it('ends a queue once', () => {
    asks(service, { queueId, revision: 0 })
      .andThen()
      .when(expireQueue, { queueId, revision: 0 }, service)
      .thenNothing();
    asks(service, { queueId: '1:2' as QueueId, revision: 0 }).thenNothing();
  });
});
