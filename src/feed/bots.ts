/** Client events about bots as their owners and human administrators see them (api-facts §3.3, `realm_bot`). */
import type { Account } from '../state/directory.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { BotFacts } from '../wire/bot.ts';
import { isHumanAdministrator, only } from './channel-visibility.ts';
import type { ClientBody, ClientEvent, Scope } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { factsOf, fullNameOf } from './user-facts.ts';

export const botFeed: Feed = {
  UserCreated: (event) => (state) => toKeepers(state, event.data.userId, (bot) => ({ kind: 'bot', op: 'add', bot })),

  UserReactivated: (event) => (state) =>
    toKeepers(state, event.data.userId, (bot) => ({ kind: 'bot', op: 'add', bot })),

  UserDeactivated: (event) => (state) =>
    toKeepers(state, event.data.userId, ({ userId, fullName }) => ({
      kind: 'plain',
      fields: { op: 'remove', bot: { user_id: userId, full_name: fullName } },
    })),

  FullNameChanged: (event) => (state) =>
    toKeepers(state, event.data.userId, ({ userId }) => changed(userId, { full_name: fullNameOf(state, userId) })),

  ApiKeyRotated: (event) => (state) =>
    toKeepers(state, event.data.userId, (bot) => ({ kind: 'bot', op: 'update', bot, changed: 'api_key' })),

  BotServiceChanged: (event) => (state) =>
    toKeepers(state, event.data.userId, (bot) => ({ kind: 'bot', op: 'update', bot, changed: 'services' })),

  /** Administrators have all bots already; the others lose it and get it. */
  BotOwnerChanged: (event) => (state) => {
    const { userId, ownerId, previousOwnerId } = event.data;
    const bot = factsOf(state, userId);
    if (!bot) return [];
    const isAdministrator = (id: UserId) => isHumanAdministrator(state.directory.accounts.get(id));
    return [
      ...(previousOwnerId === null || isAdministrator(previousOwnerId)
        ? []
        : [botForgotten(userId, [previousOwnerId])]),
      ...(isAdministrator(ownerId) ? [] : [botShown(bot, only([ownerId]))]),
      realmBot({ kind: 'administrators' }, changed(userId, { owner_id: ownerId })),
    ];
  },
};

const realmBot = (scope: Scope, body: ClientBody): ClientEvent => ({ type: 'realm_bot', scope, body });

export const botShown = (bot: BotFacts, scope: Scope): ClientEvent => realmBot(scope, { kind: 'bot', op: 'add', bot });

/** It still is; these users have it in their lists no more. */
export const botForgotten = (userId: UserId, userIds: readonly UserId[]): ClientEvent =>
  realmBot(only(userIds), { kind: 'plain', fields: { op: 'delete', bot: { user_id: userId } } });

const changed = (userId: UserId, what: Readonly<Record<string, unknown>>): ClientBody => ({
  kind: 'plain',
  fields: { op: 'update', bot: { user_id: userId, ...what } },
});

/** To the bot's owner and human administrators; nothing about people, nor about the organization's own bots. */
function toKeepers(state: RealmState, userId: UserId, body: (bot: BotFacts) => ClientBody): ClientEvent[] {
  const bot = factsOf(state, userId);
  const ownerId = ownerOf(bot);
  if (!bot || ownerId === undefined) return [];
  return [realmBot({ kind: 'administrators', plus: [ownerId] }, body(bot))];
}

/** Undefined for people and for the organization's own bots. */
export const ownerOf = (account: Pick<Account, 'bot'> | undefined): UserId | undefined =>
  account?.bot?.ownerId ?? undefined;
