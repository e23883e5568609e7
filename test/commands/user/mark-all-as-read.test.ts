import { markAllAsRead } from '../../../commands/user/mark-all-as-read.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const of = (userId: number, spans: [number, number][]) => ({ userId: user(userId), spans });

describeCommand(markAllAsRead, () => {
  it('records the ids of all messages, whatever was read before', () => {
    given(organization())
      .when(markAllAsRead, of(3, [[1, 40]]), { actor: 3 })
      .thenHappens({
        stream: logStream.user(realmId, user(3)),
        events: [{ type: 'AllMessagesRead', data: { userId: user(3), spans: [[1, 40]] } }],
      });
  });

  it('records nothing where nothing was said', () => {
    given(organization()).when(markAllAsRead, of(3, []), { actor: 3 }).thenNothing();
  });

  it('is refused for somebody else', () => {
    given(organization())
      .when(markAllAsRead, of(3, [[1, 40]]), { actor: 1 })
      .thenRefused('permission-insufficient');
  });
});
