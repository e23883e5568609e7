import type { RealmId } from '../../../vocabulary/ids.ts';
import type { BotKeys } from '../../../wire/bot.ts';
import type { Services } from '../../services.ts';

/** Keys and tokens of one organization's bots. */
export const botKeys = ({ secrets }: Pick<Services, 'secrets'>, realmId: RealmId): BotKeys => ({
  apiKey: (bot, generation) => secrets.apiKey(realmId, bot, generation),
  token: (bot, generation) => secrets.botToken(realmId, bot, generation),
});
