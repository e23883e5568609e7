import { touchQueue } from '../../../commands/queue/touch-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, happened, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const stream = logStream.queue(realmId, queueId);
const past = [...organization(), listens(3, queueId)];
const touched = { stream, events: [{ type: 'EventQueueTouched' as const, data: { queueId } }] };

describeCommand(touchQueue, () => {
  it('records a poll', () => {
    given(past).when(touchQueue, { queueId, revision: 0 }).thenHappens(touched);
  });

  it('records a poll once, also if two processes were polled at the same time', () => {
    const polled = happened(stream, 'EventQueueTouched', { queueId });
    given(past, polled).when(touchQueue, { queueId, revision: 0 }).thenNothing();
    given(past, polled).when(touchQueue, { queueId, revision: 1 }).thenHappens(touched);
  });

  it('records nothing for a queue that does not exist or has ended', () => {
    given(past)
      .when(touchQueue, { queueId: '1:2' as QueueId, revision: 0 })
      .thenNothing();
    given(past, happened(stream, 'EventQueueDeleted', { queueId }))
      .when(touchQueue, { queueId, revision: 0 })
      .thenNothing();
  });
});
