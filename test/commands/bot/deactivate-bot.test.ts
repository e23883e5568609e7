import { deactivateBot } from '../../../commands/bot/deactivate-bot.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(deactivateBot, past);

describeCommand(deactivateBot, () => {
  it('deactivates the bot, for its owner and for administrators', () => {
    for (const actor of [3, 2])
      asks(actor, { botId: user(6) }).thenHappens(
        appends(logStream.directory(realmId), 'UserDeactivated', { userId: user(6) }),
      );
  });

  it('does nothing the second time', () => {
    asks(3, { botId: user(6) }, deactivated(6)).thenNothing();
  });

  it('is refused to other users, and for users who are not bots with an owner', () => {
    asks(4, { botId: user(6) }).thenRefused('permission-insufficient');
    for (const id of [3, 8, 77]) asks(1, { botId: user(id) }).thenRefused('bot-missing');
  });
});
