import { recordWelcomeAnswer } from '../../../commands/user/record-welcome-answer.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

describeCommand(recordWelcomeAnswer, () => {
  it('is recorded once for each person', () => {
    const input = { userId: user(3) };
    const first = given(organization()).when(recordWelcomeAnswer, input, { actor: null });
    first.thenHappens(appends(logStream.user(realmId, user(3)), 'WelcomeAnswered', input));
    first.andThen().when(recordWelcomeAnswer, input, { actor: null }).thenNothing();
    first
      .andThen()
      .when(recordWelcomeAnswer, { userId: user(2) }, { actor: null })
      .thenHappens(appends(logStream.user(realmId, user(2)), 'WelcomeAnswered', { userId: user(2) }));
  });
});
