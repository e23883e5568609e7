import { expect } from 'chai';
import { scheduledBy } from '../../src/queries/scheduled-messages.ts';
import type { EventId, UserId } from '../../src/vocabulary/ids.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { between, inTopic } from '../support/past-events.ts';
import { scheduledClaimed, scheduledEnds, schedules } from '../support/scheduled-writes.ts';

describe('scheduled-messages', () => {
  it('has the messages that its author has not sent yet, the next one first', async () => {
    const view = await readAfter(organization(), [
      schedules(1, 3, inTopic(1, 'x'), { deliverAt: 9_000 }),
      schedules(2, 3, between(1, 3), { deliverAt: 4_000, reminder: true }),
      schedules(3, 3, inTopic(1, 'x')),
      schedules(4, 1, inTopic(1, 'x')),
      scheduledEnds(3, 3),
      schedules(5, 3, inTopic(1, 'x')),
      scheduledClaimed(5, 7, '00000000-0000-4000-8000-00000000eeee' as EventId),
    ]);
    expect(await scheduledBy(view, realmId, 3 as UserId)).to.deep.equal([
      {
        scheduled_message_id: 2,
        type: 'private',
        to: [1, 3],
        content: 'later 2',
        delivery_type: 'remind',
        scheduled_delivery_timestamp: 4,
      },
      {
        scheduled_message_id: 1,
        type: 'stream',
        to: 1,
        topic: 'x',
        content: 'later 1',
        delivery_type: 'send_later',
        scheduled_delivery_timestamp: 9,
      },
    ]);
    expect(await scheduledBy(view, realmId, 2 as UserId)).to.deep.equal([]);
  });
});
