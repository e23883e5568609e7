import { alignBotRoles } from '../../../commands/bot/align-bot-roles.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated, roleChanged } from '../../support/writes.ts';

describeCommand(alignBotRoles, () => {
  it('makes guests of the bots of guests, deactivated ones too, once', () => {
    const first = given(organization(), roleChanged(3, 600, 400), deactivated(7)).when(
      alignBotRoles,
      {},
      { actor: null },
    );
    const becomes = (id: number) =>
      ({ type: 'UserRoleChanged', data: { userId: user(id), role: 600, previousRole: 400 } }) as const;
    first.thenHappens({ stream: logStream.directory(realmId), events: [becomes(6), becomes(7)] });
    first.andThen().when(alignBotRoles, {}, { actor: null }).thenNothing();
  });

  it('leaves the bots of others alone', () => {
    given(organization()).when(alignBotRoles, {}, { actor: null }).thenNothing();
  });
});
