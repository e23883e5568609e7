/** Whose bots are whose to change (api-facts §7): their owner's, and every administrator's. */

import { z } from 'zod';
import type { Actor } from '../../src/define/command.ts';
import { type Account, isActive } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { BotAccount } from '../../src/vocabulary/events/directory.ts';
import { foldCase } from '../../src/vocabulary/fold-case.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { urlLengthMax } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { actsAsAdministrator } from './acting.ts';

/** Where an outgoing webhook posts. */
export const PayloadUrl = z.url({ protocol: /^https?$/ }).max(urlLengthMax);

/** The one form in which outgoing webhooks are told (api-facts §13; the other is out of scope, §0.2a). */
export const genericInterface = 1;

/** A bot that belongs to somebody. */
export type OwnedBot = Account & { readonly bot: BotAccount & { readonly ownerId: UserId } };

export const managedBotRefusals = ['bot-missing', 'permission-insufficient'] as const;

/** The bot, if `actor` may change it; the organization's own bots are nobody's. */
export function managedBot(
  state: RealmState,
  botId: UserId,
  actor: Actor,
): { readonly bot: OwnedBot } | { readonly refusal: RefusalIn<typeof managedBotRefusals> } {
  const account = state.directory.accounts.get(botId);
  if (!account || !isOwned(account)) return { refusal: { code: 'bot-missing' } };
  const mayChange = account.bot.ownerId === actor || actsAsAdministrator(state, actor);
  return mayChange ? { bot: account } : { refusal: { code: 'permission-insufficient' } };
}

const isOwned = (account: Account): account is OwnedBot => account.bot?.ownerId != null;

/** Whether another active user has the name already, whatever its case: a mention must not be ambiguous because of a bot. */
export const isNameTaken = (state: RealmState, fullName: string, except?: UserId): boolean =>
  (state.people.byName.get(foldCase(fullName)) ?? []).some((id) => id !== except && isActive(state.directory, id));
