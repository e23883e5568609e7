import { recordSignInFailure } from '../../../commands/user/record-sign-in-failure.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { signInRefused } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { signInFailed } from '../../support/writes.ts';

const asks = askingFor(recordSignInFailure, organization());

const userId = user(3);
const input = { userId, address: '192.0.2.1' };
const failures = (count: number) => Array.from({ length: count }, () => signInFailed(3, testNow));
const refusals = (count: number) => Array.from({ length: count }, () => signInRefused(testNow));
const ofAccount = appends(logStream.user(realmId, userId), 'SignInFailed', { userId });
const forAuditors = (data: DataOf<'SignInRefused'>) => appends(logStream.audit(realmId), 'SignInRefused', data);

describeCommand(recordSignInFailure, () => {
  it('records a wrong password for the account, up to its limit, and where it came from', () => {
    asks(null, input, failures(limits.signInFailuresMax - 1)).thenHappens(ofAccount, forAuditors(input));
    asks(null, input, failures(limits.signInFailuresMax)).thenHappens(forAuditors(input));
  });

  it('records the origin of an attempt that names no account', () => {
    asks(null, { ...input, userId: null }).thenHappens(forAuditors({ ...input, userId: null }));
  });

  it('marks the last one of an hour, and records no more (signInsRefusedRecordedPerHour)', () => {
    asks(null, { ...input, userId: null }, refusals(limits.signInsRefusedRecordedPerHour - 1)).thenHappens(
      forAuditors({ ...input, userId: null, last: true }),
    );
    asks(null, { ...input, userId: null }, refusals(limits.signInsRefusedRecordedPerHour)).thenNothing();
  });
});
