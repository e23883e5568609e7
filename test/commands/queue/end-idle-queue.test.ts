import { endIdleQueue } from '../../../commands/queue/end-idle-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { queueInUseSecs } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, happened, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const stream = logStream.queue(realmId, queueId);
const past = [...organization(), { ...listens(3, queueId), metadata: { at: testNow } }];
const after = (seconds: number, actor: number) => ({ actor, now: testNow + seconds * 1000 });
const expired = { stream, events: [{ type: 'EventQueueExpired' as const, data: { queueId } }] };
const idle = { queueId, idleSince: testNow };

describeCommand(endIdleQueue, () => {
  it('ends a queue of the caller that has not been polled for a while, within its lifespan', () => {
    given(past)
      .when(endIdleQueue, idle, after(queueInUseSecs - 0.001, 3))
      .thenNothing();
    given(past).when(endIdleQueue, idle, after(queueInUseSecs, 3)).thenHappens(expired);
  });

  it('counts from a later poll that only the log knows', () => {
    const polled = happened(stream, 'EventQueueTouched', { queueId }, { at: testNow + 100_000 });
    given(past, polled).when(endIdleQueue, idle, after(queueInUseSecs, 3)).thenNothing();
  });

  it("leaves another user's queue alone, and one that has ended", () => {
    given(past).when(endIdleQueue, idle, after(queueInUseSecs, 4)).thenNothing();
    given(past)
      .when(endIdleQueue, idle, after(queueInUseSecs, 3))
      .andThen()
      .when(endIdleQueue, idle, after(queueInUseSecs, 3))
      .thenNothing();
  });
});
