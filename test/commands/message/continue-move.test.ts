import { continueMove } from '../../../commands/message/continue-move.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given } from '../../support/given.ts';
import { channel } from '../../support/organization.ts';
import { archived, inTopic, sends } from '../../support/past-events.ts';
import { moved, past } from './editing.ts';

const first = 100;
const last = first + 2 * limits.topicMovePartMax;
const messages = Array.from({ length: last - first + 1 }, (_, number) => sends(first + number, 3, inTopic(1, 'Long')));
const range = (from: number, to: number) => ({ from, to }) as never;
const to = { channelId: channel(2), topic: 'Dinner', topicLinks: ['x'] };
const after = (rest: readonly never[]) => ({
  channelId: channel(1),
  topic: 'Long',
  messageId: first as never,
  which: 'all' as const,
  to,
  part: { range: range(1, 1), rest: [...rest] },
});
const part = (of: never, rest: never[]) => moved(first, { topic: 'Long', which: 'all', to, part: { range: of, rest } });

describeCommand(continueMove, () => {
  it('moves the next messages that are left, and records what is left then', () => {
    given(past, messages)
      .when(continueMove, after([range(first, last)]), { actor: 3 })
      .thenHappens(
        part(range(first, first + limits.topicMovePartMax - 1), [range(first + limits.topicMovePartMax, last)]),
      );
    given(past, messages)
      .when(continueMove, after([range(1, 50), range(last - 3, last + 7)]), { actor: 3 })
      .thenHappens(part(range(last - 3, last), []));
  });

  it('ends if nothing is left, or if the target stream was archived', () => {
    given(past, messages)
      .when(continueMove, after([range(1, 99)]), { actor: 3 })
      .thenNothing();
    given(past, messages).when(continueMove, after([]), { actor: 3 }).thenNothing();
    given(past, messages, archived(2, 'Other'))
      .when(continueMove, after([range(first, last)]), { actor: 3 })
      .thenNothing();
  });
});
