import { expect } from 'chai';
import { eraseScheduledMessage } from '../../../commands/erasure/erase-scheduled-message.ts';
import type { EventId } from '../../../src/vocabulary/ids.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { type Given, given } from '../../support/given.ts';
import { held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { inTopic } from '../../support/past-events.ts';
import { scheduledClaimed, scheduledEnds, scheduledId, schedules } from '../../support/scheduled-writes.ts';

const erasing = (...past: Given[]) =>
  given(organization(), schedules(5, 3, inTopic(1, 'lunch')), past).when(
    eraseScheduledMessage,
    { scheduledId: scheduledId(5) },
    { actor: null },
  );

describeCommand(eraseScheduledMessage, () => {
  it('cancels the message, and keeps its leaf', () => {
    const { decision } = erasing();
    const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
    if (event?.type !== 'ScheduledMessageEnded') throw new Error('it has not ended');
    expect(event.data).to.include({ scheduledId: 5, senderId: 3, outcome: 'cancelled' });
    expect(event.data.leaves.map(({ type }) => type)).to.deep.equal(['MessageScheduled']);
    expect(decision).to.deep.include({ result: { isBeingSent: false } });
  });

  it('happens once, even if something was held after it was recorded, and skips a message that is being sent', () => {
    expect(erasing(held(1, { users: [3] })).decision).to.deep.equal(erasing().decision);
    const ended = erasing(scheduledEnds(5, 3));
    ended.thenNothing();
    ended.thenAnswers({ isBeingSent: false });
    const claimed = erasing(scheduledClaimed(5, 9, '00000000-0000-4000-8000-00000000eeee' as EventId));
    claimed.thenNothing();
    expect(claimed.decision).to.deep.include({ result: { isBeingSent: true } });
  });
});
