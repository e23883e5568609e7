import { recordSignInFailure } from '../../../commands/user/record-sign-in-failure.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { signInRefused } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { signInFailed } from '../../support/writes.ts';

const userId = user(3);
const input = { userId, address: '192.0.2.1' };
const failures = (count: number) => Array.from({ length: count }, () => signInFailed(3, testNow));
const refusals = (count: number) => Array.from({ length: count }, () => signInRefused(testNow));
const ofAccount = { stream: logStream.user(realmId, userId), events: [{ type: 'SignInFailed', data: { userId } }] };
const forAuditors = (data: object) => ({ stream: logStream.audit(realmId), events: [{ type: 'SignInRefused', data }] });

describeCommand(recordSignInFailure, () => {
  it('records a wrong password for the account, up to its limit, and where it came from', () => {
    given(organization(), failures(limits.signInFailuresMax - 1))
      .when(recordSignInFailure, input, { actor: null })
      .thenHappens(ofAccount as never, forAuditors(input) as never);
    given(organization(), failures(limits.signInFailuresMax))
      .when(recordSignInFailure, input, { actor: null })
      .thenHappens(forAuditors(input) as never);
  });

  it('records the origin of an attempt that names no account', () => {
    given(organization())
      .when(recordSignInFailure, { ...input, userId: null }, { actor: null })
      .thenHappens(forAuditors({ ...input, userId: null }) as never);
  });

  it('marks the last one of an hour, and records no more (signInsRefusedRecordedPerHour)', () => {
    given(organization(), refusals(limits.signInsRefusedRecordedPerHour - 1))
      .when(recordSignInFailure, { ...input, userId: null }, { actor: null })
      .thenHappens(forAuditors({ ...input, userId: null, last: true }) as never);
    given(organization(), refusals(limits.signInsRefusedRecordedPerHour))
      .when(recordSignInFailure, { ...input, userId: null }, { actor: null })
      .thenNothing();
  });
});
