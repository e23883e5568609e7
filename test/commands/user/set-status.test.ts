import { setStatus } from '../../../commands/user/set-status.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { statusChanged } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(setStatus, past);
const busy = statusChanged(3, { away: true, text: 'busy' });

describeCommand(setStatus, () => {
  const says = (status: { away?: boolean; text?: string }, ...more: Parameters<typeof given>) =>
    asks(3, { userId: user(3), ...status }, ...more);
  const changed = (status: { away?: boolean; text?: string }) =>
    appends(logStream.words(realmId, user(3), 0), 'UserStatusChanged', { userId: user(3), ...status });

  it('records what changed', () => {
    says({ away: true, text: '  on vacation ' }).thenHappens(changed({ away: true, text: 'on vacation' }));
    says({ away: true, text: 'back soon' }, busy).thenHappens(changed({ text: 'back soon' }));
    says({ away: false }, busy).thenHappens(changed({ away: false }));
    says({ text: '' }, busy).thenHappens(changed({ text: '' }));
  });

  it('records nothing when nothing changes', () => {
    says({ away: false, text: ' ' }).thenNothing();
    says({ away: true, text: 'busy' }, busy).thenNothing();
    says({ text: '' }, busy, statusChanged(3, { text: '' })).thenNothing();
  });

  it('is refused for another user, for bots, and without a change', () => {
    says({}).thenRefused('status-nothing-new');
    asks(1, { userId: user(3), away: true }).thenRefused('permission-insufficient');
    asks(6, { userId: user(6), away: true }).thenRefused('bot-requests-refused');
  });
});
