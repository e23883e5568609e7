import { recordDigest } from '../../../commands/user/record-digest.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { sets } from '../../support/writes.ts';

const asks = askingFor(recordDigest, organization());

const upTo = (id: number, after = 0) => ({ userId: user(3), after, upTo: id as MessageId });
const emailed = (id: number) =>
  appends(logStream.user(realmId, user(3)), 'MissedMessagesEmailed', { userId: user(3), upTo: id as MessageId });

describeCommand(recordDigest, () => {
  it('is recorded once for each message', () => {
    const first = asks(null, upTo(5));
    first.thenHappens(emailed(5));
    first.thenAnswers({ isToBeSent: true });
    first.andThen().when(recordDigest, upTo(5), { actor: null }).thenAnswers({ isToBeSent: false });
    first.andThen().when(recordDigest, upTo(6, 5), { actor: null }).thenHappens(emailed(6));
  });

  it('is not recorded if its text repeats a message that another process has sent in the meantime', () => {
    const first = asks(null, upTo(5));
    first.andThen().when(recordDigest, upTo(6), { actor: null }).thenAnswers({ isToBeSent: false });
  });

  it('is not recorded for people who disabled e-mails or are deactivated', () => {
    const off = sets(3, { enable_offline_email_notifications: false });
    asks(null, upTo(5), off).thenAnswers({ isToBeSent: false });
    asks(null, { ...upTo(5), userId: user(5) }).thenNothing();
  });
});
