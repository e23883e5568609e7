import { deactivateBot } from '../../../commands/bot/deactivate-bot.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated } from '../../support/writes.ts';

const past = organization();

describeCommand(deactivateBot, () => {
  it('deactivates the bot, for its owner and for administrators', () => {
    for (const actor of [3, 2])
      given(past)
        .when(deactivateBot, { botId: user(6) }, { actor })
        .thenHappens({
          stream: logStream.directory(realmId),
          events: [{ type: 'UserDeactivated', data: { userId: user(6) } }],
        });
  });

  it('does nothing the second time', () => {
    given(past, deactivated(6))
      .when(deactivateBot, { botId: user(6) }, { actor: 3 })
      .thenNothing();
  });

  it('is refused to other users, and for users who are not bots with an owner', () => {
    given(past)
      .when(deactivateBot, { botId: user(6) }, { actor: 4 })
      .thenRefused('permission-insufficient');
    for (const id of [3, 8, 77])
      given(past)
        .when(deactivateBot, { botId: user(id) }, { actor: 1 })
        .thenRefused('bot-missing');
  });
});
