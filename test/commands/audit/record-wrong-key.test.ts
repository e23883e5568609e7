import { recordWrongKey } from '../../../commands/audit/record-wrong-key.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { signInRefused, wrongKeyGiven } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const asks = askingFor(recordWrongKey, organization());

const input = { userId: user(3), address: '192.0.2.1' };
const earlier = (count: number, at = testNow) => Array.from({ length: count }, () => wrongKeyGiven(at));
const recorded = (more: object = {}) =>
  appends(logStream.audit(realmId), 'SignInRefused', { ...input, method: 'api_key', ...more }) as never;

describeCommand(recordWrongKey, () => {
  it('records whose key was guessed, and from where', () => {
    asks(null, input).thenHappens(recorded());
    asks(null, { ...input, userId: null }).thenHappens(recorded({ userId: null }));
  });

  it('marks the last one of an hour, and records no more (wrongKeysRecordedPerHour)', () => {
    asks(null, input, earlier(limits.wrongKeysRecordedPerHour - 1)).thenHappens(recorded({ last: true }));
    asks(null, input, earlier(limits.wrongKeysRecordedPerHour)).thenNothing();
    asks(null, input, earlier(limits.wrongKeysRecordedPerHour, testNow - 60 * 60 * 1000)).thenHappens(recorded());
  });

  it('does not count wrong passwords', () => {
    asks(
      null,
      input,
      Array.from({ length: limits.wrongKeysRecordedPerHour }, () => signInRefused(testNow)),
    ).thenHappens(recorded());
  });
});
