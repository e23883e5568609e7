/** `realm_user` events: people and bots as everyone sees them. */
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { avatarFields } from '../wire/avatar.ts';
import type { EventFields } from '../wire/client-events.ts';
import { type ClientEvent, everyone, plainEvent } from './client-event.ts';
import { carriedPerson } from './erase.ts';
import { fromAfter } from './feed-handlers.ts';
import { factsOf, rowOf } from './user-facts.ts';

export const userFeed = fromAfter({
  UserCreated: (event, state) => added(state, event.data.userId),

  /** Includes the profile data, which Zulip leaves out. Clients that replace the user object would lose them. */
  UserReactivated: (event, state) => added(state, event.data.userId),

  UserDeactivated: ({ data: { userId } }, state) =>
    known(state, userId, [{ type: 'realm_user', scope: everyone, body: { kind: 'removed', key: 'person', userId } }]),

  UserRoleChanged: ({ data: { userId, role } }, state) => known(state, userId, [updated(userId, { role })]),

  FullNameChanged: ({ data: { userId, fullName } }, state) =>
    known(state, userId, [updated(userId, { full_name: fullName })]),

  PersonErased: ({ data: { userId, fullName } }, state) =>
    known(state, userId, [updated(userId, { full_name: fullName }), readdressed(userId)]),

  AddressVisibilityChanged: ({ data: { userIds } }) => userIds.map(readdressed),

  TimezoneChanged: ({ data: { userId, timezone } }, state) =>
    known(state, userId, [changed(userId, { email: '', timezone })]),

  AvatarChanged: ({ data: { userId } }, state) => {
    const facts = factsOf(state, userId);
    return facts ? [changed(userId, avatarFields(facts))] : [];
  },

  BotOwnerChanged: ({ data: { userId, ownerId } }, state) =>
    known(state, userId, [updated(userId, { bot_owner_id: ownerId })]),

  ProfileDataChanged: (event, state) => {
    const { userId, values } = event.data;
    if (state.directory.accounts.get(userId)?.bot !== null) return [];
    const fields = new Set(state.realm.profileFields.map(({ id }) => id));
    return values
      .filter(({ fieldId }) => fields.has(fieldId))
      .map(({ fieldId, value, rendered }) =>
        updated(userId, {
          custom_profile_field: { id: fieldId, value, ...(rendered !== undefined && { rendered_value: rendered }) },
        }),
      );
  },
});

/** No events, if the directory does not have the user yet. */
const known = (state: RealmState, userId: UserId, events: ClientEvent[]): ClientEvent[] =>
  state.directory.accounts.has(userId) ? events : [];

function added(state: RealmState, userId: UserId): ClientEvent[] {
  const person = rowOf(state, userId);
  if (!person) return [];
  return [
    {
      type: 'realm_user',
      scope: everyone,
      carries: carriedPerson(userId),
      body: { kind: 'person', fields: { op: 'add' }, person },
    },
  ];
}

type Changed = Omit<Extract<EventFields<'realm_user'>, { op: 'update' }>['person'], 'user_id'>;

const readdressed = (userId: UserId): ClientEvent => ({
  type: 'realm_user',
  scope: everyone,
  body: { kind: 'address', userId },
});

/** Includes an avatar or an address. */
const changed = (userId: UserId, what: Changed): ClientEvent => ({
  type: 'realm_user',
  scope: everyone,
  carries: carriedPerson(userId),
  body: { kind: 'person', fields: { op: 'update' }, person: { user_id: userId, ...what } },
});

const updated = (userId: UserId, what: Changed): ClientEvent => ({
  ...plainEvent('realm_user', everyone, { op: 'update', person: { user_id: userId, ...what } }),
  carries: carriedPerson(userId),
});
