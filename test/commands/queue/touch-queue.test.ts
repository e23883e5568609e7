import { touchQueue } from '../../../commands/queue/touch-queue.ts';
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
const touched = { stream, events: [{ type: 'EventQueueTouched' as const, data: { queueId } }] };

describeCommand(touchQueue, () => {
  it('records a poll when more than half of the lifespan has passed since the last one', () => {
    given(past).when(touchQueue, { queueId }, after(300)).thenNothing();
    given(past).when(touchQueue, { queueId }, after(300.001)).thenHappens(touched);
  });

  it('counts from the poll that was recorded last', () => {
    const polled = happened(stream, 'EventQueueTouched', { queueId }, { at: testNow + 400_000 });
    given(past, polled).when(touchQueue, { queueId }, after(700)).thenNothing();
    given(past, polled).when(touchQueue, { queueId }, after(700.001)).thenHappens(touched);
  });

  it('records nothing of a queue that does not exist or has ended', () => {
    given(past)
      .when(touchQueue, { queueId: '1:2' as QueueId }, after(500))
      .thenNothing();
    given(past, happened(stream, 'EventQueueDeleted', { queueId }))
      .when(touchQueue, { queueId }, after(500))
      .thenNothing();
  });
});
