import { touchQueue } from '../../../commands/queue/touch-queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, happened, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { listens } from '../../support/past-events.ts';

const queueId = '1:1' as QueueId;
const stream = logStream.queue(realmId, queueId);
const past = [...organization(), listens(3, queueId)];
const asks = askingFor(touchQueue, past);
const touched = appends(stream, 'EventQueueTouched', { queueId });

describeCommand(touchQueue, () => {
  it('records a poll', () => {
    asks(1, { queueId, revision: 0 }).thenHappens(touched);
  });

  it('records a poll once, also if two processes were polled at the same time', () => {
    const polled = happened(stream, 'EventQueueTouched', { queueId });
    asks(1, { queueId, revision: 0 }, polled).thenNothing();
    asks(1, { queueId, revision: 1 }, polled).thenHappens(touched);
  });

  it('records nothing for a queue that does not exist or has ended', () => {
    asks(1, { queueId: '1:2' as QueueId, revision: 0 }).thenNothing();
    asks(1, { queueId, revision: 0 }, happened(stream, 'EventQueueDeleted', { queueId })).thenNothing();
  });
});
