import { expect } from 'chai';
import { registerQueue } from '../../../commands/queue/register-queue.ts';
import type { QueueOptions } from '../../../src/vocabulary/events/queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const options: QueueOptions = {
  applyMarkdown: true,
  clientGravatar: false,
  allPublicStreams: false,
  bulkMessageDeletion: true,
  eventTypes: ['message'],
  wireNames: false,
  narrow: [],
  lifespanSecs: 600,
};
const queueId = '1700000000:42' as QueueId;

describeCommand(registerQueue, () => {
  it('opens a queue of the caller, with what was asked for', () => {
    const result = given(organization())
      .when(registerQueue, { options }, { actor: 4 })
      .thenHappens({
        stream: logStream.queue(realmId, queueId),
        events: [{ type: 'EventQueueRegistered', data: { queueId, userId: user(4), options } }],
      });
    expect(result).to.deep.equal({ queueId });
  });

  it('opens a new queue each time, on a log stream of its own', () => {
    expect(registerQueue.stream({ options }, realmId)).to.equal(null);
  });
});
