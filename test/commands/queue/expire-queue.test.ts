import { expireQueue } from '../../../commands/queue/expire-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, happened, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const stream = logStream.queue(realmId, queueId);
/** The queue lives for 600 seconds without a poll. */
const past = [...organization(), { ...listens(3, queueId), metadata: { at: testNow } }];
const after = (seconds: number) => ({ actor: null, now: testNow + seconds * 1000 });
const idleSince = (seconds: number) => ({ queueId, idleSince: testNow + seconds * 1000 });
const expired = { stream, events: [{ type: 'EventQueueExpired' as const, data: { queueId } }] };

describeCommand(expireQueue, () => {
  it('ends a queue when its lifespan has passed since the last poll', () => {
    given(past).when(expireQueue, idleSince(0), after(599.999)).thenNothing();
    given(past).when(expireQueue, idleSince(0), after(600)).thenHappens(expired);
  });

  it('counts from a later poll that only the serving process knows', () => {
    given(past).when(expireQueue, idleSince(100), after(699.999)).thenNothing();
    given(past).when(expireQueue, idleSince(100), after(700)).thenHappens(expired);
  });

  it('counts from a later poll that only the log knows', () => {
    const polled = happened(stream, 'EventQueueTouched', { queueId }, { at: testNow + 400_000 });
    given(past, polled).when(expireQueue, idleSince(100), after(999.999)).thenNothing();
    given(past, polled).when(expireQueue, idleSince(100), after(1000)).thenHappens(expired);
  });

  it('ends a queue once', () => {
    given(past)
      .when(expireQueue, idleSince(0), after(600))
      .andThen()
      .when(expireQueue, idleSince(0), after(600))
      .thenNothing();
  });
});
