/** Reactivates a person or bot. They still have their subscriptions. A person's bots stay deactivated. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import type { Account } from '../../src/state/directory.ts';
import { isBeingErased } from '../../src/state/erasures.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { owner } from '../../src/vocabulary/roles.ts';
import { isSystemBot } from '../../src/vocabulary/system-bots.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf, actsAsAdministrator, actsAsOwner } from '../rules/acting.ts';
import { isNameTaken, mayCreateBot, moreBotsRefusal } from '../rules/bots.ts';

const botRefusals = ['administrator-required', 'bot-owner-deactivated', 'bots-too-many', 'bot-name-taken'] as const;

export const reactivateUser = defineCommand({
  name: 'reactivate-user',
  input: z.object({ userId: idNamed(UserId) }),
  refusals: ['permission-insufficient', 'user-missing', 'owner-required', 'erasure-under-way', ...botRefusals],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, { userId }, { realmId, actor }) {
    const target = state.directory.accounts.get(userId);
    const owns = actor !== null && target?.bot?.ownerId === actor;
    if (!owns && !actsAsAdministrator(state, actor)) return refuse({ code: 'permission-insufficient' });
    if (!target || isSystemBot(target)) return refuse({ code: 'user-missing' });
    if (target.role === owner && !actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    if (target.active) return accept([], {});
    if (isBeingErased(state, userId)) return refuse({ code: 'erasure-under-way' });
    const refusal = botRefusal(state, target, accountOf(state, actor));
    if (refusal) return refuse(refusal);
    return acceptEvent(logStream.directory(realmId), { type: 'UserReactivated', data: { userId } });
  },
});

/** A bot is reactivated only if it could be created now. Undefined for people. */
function botRefusal(
  state: RealmState,
  { userId, bot }: Account,
  by: Account | undefined,
): RefusalIn<typeof botRefusals> | undefined {
  if (bot?.ownerId == null) return undefined;
  if (by && !mayCreateBot(state, by, bot.type)) return { code: 'administrator-required' };
  if (!state.directory.accounts.get(bot.ownerId)?.active) return { code: 'bot-owner-deactivated' };
  const tooMany = moreBotsRefusal(state, bot.ownerId);
  if (tooMany) return tooMany;
  const { fullName = '' } = state.people.byId.get(userId) ?? {};
  return isNameTaken(state, fullName, userId) ? { code: 'bot-name-taken' } : undefined;
}
