import { markAllAsRead } from '../../../commands/user/mark-all-as-read.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const asks = askingFor(markAllAsRead, organization());

const of = (userId: number, spans: [number, number][], unread: [number, number][] = []) => ({
  userId: user(userId),
  spans,
  unread,
});

describeCommand(markAllAsRead, () => {
  it('records the ids of all messages, whatever was read before', () => {
    asks(3, of(3, [[1, 40]], [[7, 9]])).thenHappens(
      appends(logStream.user(realmId, user(3)), 'AllMessagesRead', {
        userId: user(3),
        spans: [[1, 40]],
        unread: [[7, 9]],
      }),
    );
  });

  it('names all messages that were unread, in as many events as necessary', () => {
    const unread = Array.from({ length: limits.namedPerEventMax + 1 }, (_, at): [number, number] => [
      2 * at + 1,
      2 * at + 1,
    ]);
    const about = { userId: user(3), op: 'add', flag: 'read' } as const;
    asks(3, of(3, [[1, 2000]], unread)).thenHappens({
      stream: logStream.user(realmId, user(3)),
      events: [
        { type: 'MessageFlagsChanged', data: { ...about, messages: unread.slice(0, -1), read: [] } },
        { type: 'AllMessagesRead', data: { userId: user(3), spans: [[1, 2000]], unread: unread.slice(-1) } },
      ],
    });
  });

  it('records nothing if nothing is set', () => {
    asks(3, of(3, [])).thenNothing();
  });

  it('is refused for another user', () => {
    asks(1, of(3, [[1, 40]])).thenRefused('permission-insufficient');
  });
});
