import { withdrawPerson } from '../../../commands/user/withdraw-person.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, happened, realmId, recorded } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser, withdrawn } from '../../support/past-events.ts';

const [described, created] = newUser(20) as [Given, Given];
const userId = user(20);
const password = happened(logStream.password(realmId, userId), 'PasswordSet', { userId, hash: 'h' });
const when = (...past: (Given | readonly Given[])[]) =>
  given(...past).when(withdrawPerson, { userId }, { actor: null });
const retired = appends(logStream.directory(realmId), 'PersonWithdrawn', { userId });
/** The newest of these events is withdrawn from its log stream. */
const gone = (...past: readonly Given[]) => {
  const event = recorded(past).at(-1);
  if (!event) throw new Error('nothing');
  return appends(event.stream, 'EventsWithdrawn', { leaves: [leafIn(event)] });
};

describeCommand(withdrawPerson, () => {
  const past = organization();

  it('withdraws a person without an account, so that nobody can get an account with that id any more', () => {
    when(past, described).thenHappens(retired, gone(...past, described));
  });

  it('withdraws the password of such a person before the person', () => {
    when(past, described, password).thenHappens(retired, gone(...past, described, password), gone(...past, described));
  });

  it('withdraws nobody who has an account, and nobody twice', () => {
    when(past, described, created).thenNothing();
    when(past, withdrawn(20)).thenNothing();
    when(past).thenNothing();
  });

  it('withdraws the founder of an organization whose creation was interrupted, but not its system bots', () => {
    const interrupted = past.slice(0, 1);
    when(interrupted, described).thenHappens(retired, gone(...interrupted, described));
    const bot = { userId, fullName: 'Welcome Bot', email: 'welcome-bot@test.example', timezone: '' };
    when(interrupted, happened(logStream.person(realmId, userId), 'PersonDescribed', bot)).thenNothing();
  });
});
