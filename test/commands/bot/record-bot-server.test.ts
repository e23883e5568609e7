import { recordBotServer } from '../../../commands/bot/record-bot-server.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, happened, realmId, testNow } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';

const past = organization();
const asks = askingFor(recordBotServer, past);
const bot = user(7);
const stream = logStream.user(realmId, bot);
const by = { actor: null };
const restsUntil = testNow + 30_000;
const failed = happened(stream, 'BotServerFailed', { userId: bot, failures: 1, restsUntil });
const moved = happened(logStream.directory(realmId), 'BotServiceChanged', {
  userId: bot,
  service: { payloadUrl: 'https://other.example/', interface: 1 },
});

describeCommand(recordBotServer, () => {
  it('records how often the server could not be reached, and until when it is not called', () => {
    asks(by, { botId: bot, failures: 1, restsUntil }).thenHappens(
      appends(stream, 'BotServerFailed', { userId: bot, failures: 1, restsUntil }),
    );
  });

  it('records once that it answers again', () => {
    const answers = { botId: bot, failures: 0, restsUntil: 0 };
    asks(by, answers, failed).thenHappens(appends(stream, 'BotServerAnswered', { userId: bot }));
    asks(by, answers).thenNothing();
    asks(by, answers, failed, happened(stream, 'BotServerAnswered', { userId: bot })).thenNothing();
  });

  it('forgets the failures of an address when the bot gets another one', () => {
    asks(by, { botId: bot, failures: 0, restsUntil: 0 }, failed, moved).thenNothing();
  });
});
