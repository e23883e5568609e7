import { expect } from 'chai';
import { registerQueue } from '../../../commands/queue/register-queue.ts';
import { optionsBytes } from '../../../src/state/queues.ts';
import type { QueueOptions } from '../../../src/vocabulary/events/queue.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { ended, registered } from '../../queues/fixture.ts';
import { withQueues } from '../../support/besides.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { organization, user } from '../../support/organization.ts';

const asks = askingFor(registerQueue, organization());

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

/** As long as the API allows. */
const large: QueueOptions = { ...options, eventTypes: new Array<string>(200).fill('x'.repeat(60)) };

/** Event types with which the options have this many bytes. */
function typesOf(bytes: number): string[] {
  const others = new Array<string>((bytes + 1) % 3).fill('');
  return [...others, 'x'.repeat((bytes - optionsBytes({ ...options, eventTypes: [...others, ''] })) / 3)];
}

describeCommand(registerQueue, () => {
  lowerLimits({ queuesPerUserMax: 10, queuesPerOrganizationMax: 100 });

  it('opens a queue of the caller with the requested options', () => {
    const result = asks(4, { options }).thenHappens(
      appends(logStream.queue(realmId, queueId), 'EventQueueRegistered', { queueId, userId: user(4), options }),
    );
    expect(result).to.deep.equal({ queueId });
  });

  it('refuses more queues than a user may have, and accepts one again when another has ended (queuesPerUserMax)', () => {
    const full = Array.from({ length: limits.queuesPerUserMax }, (_, number) => registered(number, 4));
    asks(4, { options }, full).thenRefused('queues-too-many', { of: 'user', max: limits.queuesPerUserMax });
    // Bot 6 is of member 3.
    const ofBot = Array.from({ length: limits.queuesPerUserMax }, (_, number) => registered(number, 6));
    for (const actor of [3, 6, 7])
      asks(actor, { options }, ofBot).thenRefused('queues-too-many', { of: 'user', max: limits.queuesPerUserMax });
    asks(4, { options }, full, ended(7)).thenHappens(
      appends(logStream.queue(realmId, queueId), 'EventQueueRegistered', { queueId, userId: user(4), options }),
    );
  });

  it('refuses more bytes of options than the queues of a user may have (queueOptionsBytesPerUserMax)', () => {
    const refused = { of: 'user', max: limits.queuesPerUserMax } as const;
    const besides = withQueues(1, 4, typesOf(limits.queueOptionsBytesPerUserMax - optionsBytes(large)));
    asks({ actor: 4, besides }, { options: large }).thenAnswers({ queueId });
    asks({ actor: 4, besides }, { options: large }, registered(1, 4)).thenRefused('queues-too-many', refused);
  });

  it('refuses more bytes of options than the queues of an organization may have (queueOptionsBytesPerOrganizationMax)', () => {
    const besides = withQueues(1, 100, typesOf(limits.queueOptionsBytesPerOrganizationMax - optionsBytes(large)));
    asks({ actor: 4, besides }, { options: large }).thenAnswers({ queueId });
    asks({ actor: 4, besides }, { options: large }, registered(1, 101)).thenRefused('queues-too-many', {
      of: 'organization',
      max: limits.queuesPerOrganizationMax,
    });
  });

  it('refuses more queues than an organization may have (queuesPerOrganizationMax)', () => {
    const besides = withQueues(limits.queuesPerOrganizationMax - 1, 100);
    asks({ actor: 4, besides }, { options }).thenAnswers({ queueId });
    asks({ actor: 4, besides }, { options }, registered(1, 101)).thenRefused('queues-too-many', {
      of: 'organization',
      max: limits.queuesPerOrganizationMax,
    });
  });

  it('opens a new queue each time, on a log stream of its own', () => {
    expect(registerQueue.stream({ options }, realmId)).to.equal(null);
  });
});
