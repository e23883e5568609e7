import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { deactivated } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(deactivateUser, past);
const gone = (...ids: number[]) => ({
  stream: logStream.directory(realmId),
  events: ids.map((id) => ({ type: 'UserDeactivated' as const, data: { userId: user(id) } })),
});

describeCommand(deactivateUser, () => {
  it('also deactivates the active bots of the person', () => {
    asks(2, { userId: user(3) }, deactivated(7)).thenHappens(gone(3, 6));
  });

  it('is only for administrators; only owners deactivate owners', () => {
    asks(3, { userId: user(3) }).thenRefused('permission-insufficient');
    asks(2, { userId: user(1) }).thenRefused('owner-required');
  });

  it('can be done by people for themselves', () => {
    asks(3, { userId: user(3), own: true }, deactivated(7)).thenHappens(gone(3, 6));
    asks(6, { userId: user(6), own: true }).thenRefused('bot-requests-refused');
    asks(1, { userId: user(1), own: true }).thenRefused('last-owner-leaving');
  });

  it('refuses the only owner', () => {
    asks(1, { userId: user(1) }).thenRefused('last-owner-deactivation');
    asks(1, { userId: user(1) }, newUser(10, { role: 100 })).thenHappens(gone(1));
  });

  it('refuses bots, unknown users, and deactivated users', () => {
    asks(1, { userId: user(6) }).thenRefused('user-missing');
    asks(1, { userId: user(77) }).thenRefused('user-missing');
    asks(1, { userId: user(5) }).thenRefused('user-deactivated');
  });
});
