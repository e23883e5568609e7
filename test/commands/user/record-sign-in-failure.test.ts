import { recordSignInFailure } from '../../../commands/user/record-sign-in-failure.ts';
import { signInFailuresMax } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { signInFailed } from '../../support/writes.ts';

const userId = user(3);
const failures = (count: number) => Array.from({ length: count }, () => signInFailed(3, testNow));

describeCommand(recordSignInFailure, () => {
  it('records a wrong password, up to the limit', () => {
    given(organization(), failures(signInFailuresMax - 1))
      .when(recordSignInFailure, { userId }, { actor: null })
      .thenHappens({ stream: logStream.user(realmId, userId), events: [{ type: 'SignInFailed', data: { userId } }] });
    given(organization(), failures(signInFailuresMax))
      .when(recordSignInFailure, { userId }, { actor: null })
      .thenNothing();
  });

  it('records nothing for nobody', () => {
    given(organization())
      .when(recordSignInFailure, { userId: user(77) }, { actor: null })
      .thenNothing();
  });
});
