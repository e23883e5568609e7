/** Rules of bots. A bot may be changed by its owner and by every administrator. */
import { z } from 'zod';
import type { Actor } from '../../src/define/command.ts';
import { type Account, isActive, isAdmin } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { BotAccount } from '../../src/vocabulary/events/directory.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { foldName } from '../../src/vocabulary/fold-case.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { type BotType, genericBot, outgoingWebhookBot } from '../../src/vocabulary/roles.ts';
import { actsAsAdministrator } from './acting.ts';

/** The URL that an outgoing webhook posts to. */
export const PayloadUrl = z.url({ protocol: /^https?$/ }).max(limits.urlLengthMax);

/** The only supported format of outgoing webhooks' requests. */
export const genericInterface = 1;

export type OwnedBot = Account & { readonly bot: BotAccount & { readonly ownerId: UserId } };

export const managedBotRefusals = ['bot-missing', 'permission-insufficient'] as const;

/** The bot, if `actor` may change it. System bots have no owner, and nobody may change them. */
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

/** The old key stops working at once, and so does the token that the server of an outgoing webhook knows. */
export const keyRotated = ({ userId, keyGeneration, tokenGeneration, bot }: Account): DomainEvent<'ApiKeyRotated'> => ({
  type: 'ApiKeyRotated',
  data: {
    userId,
    generation: keyGeneration + 1,
    ...(bot?.type === outgoingWebhookBot ? { tokenGeneration: tokenGeneration + 1 } : {}),
  },
});

/** Refuses one more active bot. */
export function moreBotsRefusal({ directory }: RealmState, ownerId: UserId): Refusal<'bots-too-many'> | undefined {
  const owned = [...directory.accounts.values()].filter(({ active, bot }) => active && bot?.ownerId === ownerId);
  return owned.length >= limits.botsPerOwnerMax
    ? { code: 'bots-too-many', max: limits.botsPerOwnerMax, ever: false }
    : undefined;
}

/** Refuses one more bot, active or not. Deactivated bots and bots that were given away count, too. */
export function botsEverRefusal({ directory }: RealmState, userId: UserId): Refusal<'bots-too-many'> | undefined {
  const made = [...directory.accounts.values()].filter(({ madeBy }) => madeBy === userId);
  return made.length >= limits.botsEverPerOwnerMax
    ? { code: 'bots-too-many', max: limits.botsEverPerOwnerMax, ever: true }
    : undefined;
}

const isOwned = (account: Account): account is OwnedBot => account.bot?.ownerId != null;

/**
 * Whether another active user has the name, compared without case, because a bot should not make mentions ambiguous. This is not certain:
 * people may take the name later, and names are in the log streams of people, so that two processes may give one at the same moment.
 */
export const isNameTaken = (state: RealmState, fullName: string, except?: UserId): boolean =>
  (state.people.byName.get(foldName(fullName)) ?? []).some((id) => id !== except && isActive(state.directory, id));

/** Whether the user may create bots. An organization may restrict this, or only generic bots, to administrators. */
export function mayCreateBot({ realm }: RealmState, creator: Account, type: BotType): boolean {
  const { bot_creation_policy: policy } = realm.settings;
  if (isAdmin(creator) || policy === 1) return true;
  return policy === 2 && type !== genericBot;
}
