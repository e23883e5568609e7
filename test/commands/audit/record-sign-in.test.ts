import { recordSignIn } from '../../../commands/audit/record-sign-in.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { signedIn } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const asks = askingFor(recordSignIn, organization());

const signIn = { userId: user(3), method: 'password', address: '192.0.2.1' } as const;
const earlier = (count: number, at = testNow) => Array.from({ length: count }, () => signedIn(3, at));

describeCommand(recordSignIn, () => {
  it('records who signed in, and from where', () => {
    asks(3, signIn).thenHappens(appends(logStream.audit(realmId), 'SignedIn', signIn));
  });

  it('marks the last one of an hour, and records no more (signInsRecordedPerHour)', () => {
    asks(3, signIn, earlier(limits.signInsRecordedPerHour - 1)).thenHappens(
      appends(logStream.audit(realmId), 'SignedIn', { ...signIn, last: true }),
    );
    asks(3, signIn, earlier(limits.signInsRecordedPerHour)).thenNothing();
    asks(3, signIn, earlier(limits.signInsRecordedPerHour, testNow - 60 * 60 * 1000)).thenHappens(
      appends(logStream.audit(realmId), 'SignedIn', signIn),
    );
  });
});
