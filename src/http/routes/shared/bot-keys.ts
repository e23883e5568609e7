import { isKeyShownTo } from '../../../state/audit.ts';
import type { RealmId, UserId } from '../../../vocabulary/ids.ts';
import type { BotKeys } from '../../../wire/bot.ts';
import type { Services } from '../../services.ts';

/** Keys and tokens of one organization's bots, as this user sees them. A key that they may not see is empty. */
export const botKeys = (
  { secrets, realm }: Pick<Services, 'secrets' | 'realm'>,
  realmId: RealmId,
  viewer: UserId,
): BotKeys => ({
  apiKey: (bot, generation) =>
    isKeyShownTo(realm(realmId), bot, viewer) ? secrets.apiKey(realmId, bot, generation) : '',
  token: (bot, generation) => secrets.botToken(realmId, bot, generation),
});
