import { isKeyShownTo } from '../../../state/audit.ts';
import type { RealmId, UserId } from '../../../vocabulary/ids.ts';
import type { BotKeys } from '../../../wire/bot.ts';
import type { Services } from '../../services.ts';

/**
 * The keys and tokens of an organization's bots, as this user sees them. A key that the user may not see is empty. Auditors who look as
 * another user see none.
 */
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
