import { deactivateUser } from '../../../commands/user/deactivate-user.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { deactivated } from '../../support/writes.ts';

const past = organization();
const gone = (...ids: number[]) => ({
  stream: logStream.directory(realmId),
  events: ids.map((id) => ({ type: 'UserDeactivated' as const, data: { userId: user(id) } })),
});

describeCommand(deactivateUser, () => {
  it('also deactivates the active bots of the person', () => {
    given(past, deactivated(7))
      .when(deactivateUser, { userId: user(3) }, { actor: 2 })
      .thenHappens(gone(3, 6));
  });

  it('is only for administrators; only owners deactivate owners', () => {
    given(past)
      .when(deactivateUser, { userId: user(3) }, { actor: 3 })
      .thenRefused('permission-insufficient');
    given(past)
      .when(deactivateUser, { userId: user(1) }, { actor: 2 })
      .thenRefused('owner-required');
  });

  it('can be done by people for themselves', () => {
    given(past, deactivated(7))
      .when(deactivateUser, { userId: user(3), own: true }, { actor: 3 })
      .thenHappens(gone(3, 6));
    given(past)
      .when(deactivateUser, { userId: user(6), own: true }, { actor: 6 })
      .thenRefused('bot-requests-refused');
    given(past)
      .when(deactivateUser, { userId: user(1), own: true }, { actor: 1 })
      .thenRefused('last-owner-leaving');
  });

  it('refuses the only owner', () => {
    given(past)
      .when(deactivateUser, { userId: user(1) }, { actor: 1 })
      .thenRefused('last-owner-deactivation');
    given(past, newUser(10, { role: 100 }))
      .when(deactivateUser, { userId: user(1) }, { actor: 1 })
      .thenHappens(gone(1));
  });

  it('refuses bots, unknown users, and deactivated users', () => {
    given(past)
      .when(deactivateUser, { userId: user(6) }, { actor: 1 })
      .thenRefused('user-missing');
    given(past)
      .when(deactivateUser, { userId: user(77) }, { actor: 1 })
      .thenRefused('user-missing');
    given(past)
      .when(deactivateUser, { userId: user(5) }, { actor: 1 })
      .thenRefused('user-deactivated');
  });
});
