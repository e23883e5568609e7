/** `realm_bot` events: bots as their owners and human administrators see them. */
import { isHumanAdministrator } from '../state/channel-knowledge.ts';
import type { Account } from '../state/directory.ts';
import { fullNameOf } from '../state/people.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { BotFacts } from '../wire/bot.ts';
import type { EventFields } from '../wire/client-events.ts';
import { only } from './channel-visibility.ts';
import type { BodyOf, ClientEvent, Scope } from './client-event.ts';
import { carriedPerson } from './erase.ts';
import { fromAfter } from './feed-handlers.ts';
import { factsOf } from './user-facts.ts';

type BotBody = BodyOf<'realm_bot'>;

type OfUser = { readonly data: { readonly userId: UserId } };

const added = (event: OfUser, state: RealmState) =>
  toOwnerAndAdministrators(state, event.data.userId, (bot) => ({ kind: 'bot', op: 'add', bot }));

const updated = (changed: 'api_key' | 'services' | 'avatar_url') => (event: OfUser, state: RealmState) =>
  toOwnerAndAdministrators(state, event.data.userId, (bot) => ({ kind: 'bot', op: 'update', bot, changed }));

export const botFeed = fromAfter({
  UserCreated: added,
  UserReactivated: added,

  UserDeactivated: (event, state) =>
    toOwnerAndAdministrators(state, event.data.userId, ({ userId }) => ({ kind: 'removed', key: 'bot', userId })),

  FullNameChanged: (event, state) =>
    toOwnerAndAdministrators(state, event.data.userId, ({ userId }) =>
      changed(userId, { full_name: fullNameOf(state, userId) }),
    ),

  ApiKeyRotated: (event, state) => [
    ...updated('api_key')(event, state),
    ...(event.data.tokenGeneration === undefined ? [] : updated('services')(event, state)),
  ],

  AvatarChanged: updated('avatar_url'),
  BotServiceChanged: updated('services'),

  /** Administrators already know all bots. For other owners, the bot is added or removed. */
  BotOwnerChanged: (event, state) => {
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
});

export const realmBot = (scope: Scope, body: BotBody): ClientEvent => {
  const named = namedIn(body);
  return { type: 'realm_bot', scope, ...(named === undefined ? {} : { carries: carriedPerson(named) }), body };
};

/** The bot whose name is in the event. */
function namedIn(body: BotBody): UserId | undefined {
  if (body.kind === 'bot') return body.bot.userId;
  const { bot } = body.kind === 'plain' ? body.fields : {};
  return bot && 'full_name' in bot ? (bot.user_id as UserId) : undefined;
}

export const botShown = (bot: BotFacts, scope: Scope): ClientEvent => realmBot(scope, { kind: 'bot', op: 'add', bot });

/** Removes the bot from the lists of these users, although it still exists. */
export const botForgotten = (userId: UserId, userIds: readonly UserId[]): ClientEvent =>
  realmBot(only(userIds), { kind: 'plain', fields: { op: 'delete', bot: { user_id: userId } } });

type Changed = Omit<Extract<EventFields<'realm_bot'>, { op: 'update' }>['bot'], 'user_id'>;

export const changed = (userId: UserId, what: Changed): BotBody => ({
  kind: 'plain',
  fields: { op: 'update', bot: { user_id: userId, ...what } },
});

/** Events for the bot's owner and human administrators. There are none for people, and none for bots without an owner. */
function toOwnerAndAdministrators(state: RealmState, userId: UserId, body: (bot: BotFacts) => BotBody): ClientEvent[] {
  const bot = factsOf(state, userId);
  const ownerId = ownerOf(bot);
  if (!bot || ownerId === undefined) return [];
  return [realmBot({ kind: 'administrators', plus: [ownerId] }, body(bot))];
}

/** Undefined for people and for bots without an owner. */
export const ownerOf = (account: Pick<Account, 'bot'> | undefined): UserId | undefined =>
  account?.bot?.ownerId ?? undefined;
