import { continueMove } from '../../../commands/message/continue-move.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor } from '../../support/given.ts';
import { channel } from '../../support/organization.ts';
import { archived, inTopic, sends } from '../../support/past-events.ts';
import { moved, past } from './editing.ts';

const asks = askingFor(continueMove, past);

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
    asks(3, after([range(first, last)]), messages).thenHappens(
      part(range(first, first + limits.topicMovePartMax - 1), [range(first + limits.topicMovePartMax, last)]),
    );
    asks(3, after([range(1, 50), range(last - 3, last + 7)]), messages).thenHappens(part(range(last - 3, last), []));
  });

  it('ends if nothing is left, or if the target stream was archived', () => {
    asks(3, after([range(1, 99)]), messages).thenNothing();
    asks(3, after([]), messages).thenNothing();
    asks(3, after([range(first, last)]), messages, archived(2, 'Other')).thenNothing();
  });
});
