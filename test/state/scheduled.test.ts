import { expect } from 'chai';
import { stateAfter, testNow } from '../support/given.ts';
import { came, founded, inTopic, opened } from '../support/past-events.ts';
import { scheduledEnds, scheduledId, schedules } from '../support/scheduled-writes.ts';

describe('scheduled messages in the state', () => {
  it('are those that have not ended; ids are not used again', () => {
    const past = [founded(), ...came(1), opened(1, 'general', [1])];
    const { scheduled } = stateAfter([
      ...past,
      schedules(1, 1, inTopic(1, 'x')),
      schedules(2, 1, inTopic(1, 'x'), { deliverAt: 77 }),
      scheduledEnds(1, 1),
      scheduledEnds(3, 1),
    ]);
    expect([...scheduled.byId.values()]).to.deep.equal([{ scheduledId: scheduledId(2), senderId: 1, deliverAt: 77 }]);
    expect(scheduled.idMax).to.equal(3);
    expect(stateAfter(past).scheduled.byId.size).to.equal(0);
    expect(testNow).to.be.greaterThan(77);
  });
});
