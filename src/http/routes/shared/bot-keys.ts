import { isKeyShownTo } from '../../../state/audit.ts';
import type { RealmId, UserId } from '../../../vocabulary/ids.ts';
import type { BotKeys } from '../../../wire/bot.ts';
import type { Services } from '../../services.ts';

/** Keys and tokens of one organization's bots, as this user sees them. A key that they may not see is empty; auditors who look see none. */
export const botKeys = (
  { secrets, realm, forAuditor = false }: Pick<Services, 'secrets' | 'realm' | 'forAuditor'>,
  realmId: RealmId,
  viewer: UserId,
): BotKeys =>
  forAuditor
    ? { apiKey: () => null, token: () => null }
    : {
        apiKey: (bot, generation) =>
          isKeyShownTo(realm(realmId), bot, viewer) ? secrets.apiKey(realmId, bot, generation) : '',
        token: (bot, generation) => secrets.botToken(realmId, bot, generation),
      };
