/**
 * The names and addresses in client events and messages, from the folded state. They are added when an event is served, so that the names
 * of an erased person also disappear from the feed.
 */
import type { RealmState } from '../state/realm-state.ts';
import { seesHiddenAddresses, shownPerson } from '../state/shown-people.ts';
import type { EventType, Recorded } from '../vocabulary/events/index.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import type { MessageNames } from '../wire/message.ts';

/** The people of one organization. */
export type People = {
  readonly subdomain: string;
  readonly person: (userId: UserId) => MessageNames['sender'];
  /** Whether a user sees addresses that are hidden from others. */
  readonly seesHidden: (viewer: UserId) => boolean;
};

/** The person has no name if there is no account yet. */
export const peopleOf = (state: RealmState): People => ({
  subdomain: state.realm.subdomain,
  person: (userId) => shownPerson(state, userId) ?? { userId, fullName: '', email: '', avatarVersion: 1 },
  seesHidden: (viewer) => seesHiddenAddresses(state, viewer),
});

/** Undefined for a private conversation. */
export const channelName = (state: RealmState, place: Place): string | undefined =>
  place.kind === 'channel' ? (state.channels.byId.get(place.channelId)?.name ?? '') : undefined;

/** `channel`: the name of the place, if it is in a channel. */
export const messageNames = (
  { subdomain, person }: People,
  senderId: UserId,
  place: Place,
  channel: string | undefined,
): MessageNames => ({
  sender: person(senderId),
  realmSubdomain: subdomain,
  recipient: place.kind === 'channel' ? (channel ?? '') : place.userIds.map(person),
});

const changing: ReadonlySet<EventType> = new Set(['FullNameChanged', 'AvatarChanged', 'PersonErased'] as const);

/** Whether the event changes names, addresses or avatars. */
export const changesNames = (event: Recorded): boolean =>
  changing.has(event.type) ||
  (event.type === 'RealmSettingsChanged' && event.data.settings.email_address_visibility !== undefined);
