import { cancelScheduledMessage } from '../../../commands/scheduled/cancel-scheduled-message.ts';
import type { EventId } from '../../../src/vocabulary/ids.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, testNow } from '../../support/given.ts';
import { founded, inTopic, newUser, opened } from '../../support/past-events.ts';
import {
  scheduledClaimed,
  scheduledEnds,
  scheduledId,
  scheduledStream,
  schedules,
} from '../../support/scheduled-writes.ts';

const past = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  opened(1, 'general', [1, 2]),
  schedules(5, 2, inTopic(1, 'lunch')),
];
const at = testNow - 1_000_000 + 6;
const cancel = { scheduledId: scheduledId(5) };

describeCommand(cancelScheduledMessage, () => {
  it('ends the message of the caller, and keeps proof that it was scheduled', () => {
    given(past)
      .when(cancelScheduledMessage, cancel, { actor: 2 })
      .thenHappens(
        appends(scheduledStream(5), 'ScheduledMessageEnded', {
          scheduledId: scheduledId(5),
          senderId: 2 as never,
          scheduledAt: at,
          outcome: 'cancelled',
          leaves: [
            {
              v: 2,
              id: '00000000-0000-4000-8000-000000000007' as EventId,
              stream: scheduledStream(5),
              type: 'MessageScheduled',
              schema: 1,
              at,
              actor: null,
              commit: 'commitment of 00000000-0000-4000-8000-000000000007',
            },
          ],
        }),
      );
  });

  it("gives the same answer for another user's message, a missing one, and one that is being sent or has ended", () => {
    const refusedAfter = (more: Parameters<typeof given>, actor = 2, id = 5) =>
      given(past, ...more)
        .when(cancelScheduledMessage, { scheduledId: scheduledId(id) }, { actor })
        .thenRefused('scheduled-message-missing');
    refusedAfter([], 1);
    refusedAfter([], 2, 6);
    refusedAfter([], 2, 0);
    refusedAfter([scheduledClaimed(5, 1, '00000000-0000-4000-8000-00000000eeee' as EventId)]);
    refusedAfter([scheduledEnds(5, 2)]);
  });
});
