/** The names in a message object, from the folded state. */
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import type { MessageNames } from '../wire/message.ts';

/** A user as messages show them; without a name where it was erased. */
export const person = (state: RealmState, userId: UserId): MessageNames['sender'] =>
  state.people.byId.get(userId) ?? { userId, fullName: '', email: '', avatarVersion: 1 };

export const messageNames = (state: RealmState, senderId: UserId, place: Place): MessageNames => ({
  sender: person(state, senderId),
  realmSubdomain: state.realm.subdomain,
  recipient:
    place.kind === 'channel'
      ? (state.channels.byId.get(place.channelId)?.name ?? '')
      : place.userIds.map((userId) => person(state, userId)),
});
