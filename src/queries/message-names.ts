/** The current names of the people and channels of messages. They are read with the messages, each document once. */
import type { MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { MessageNames } from '../wire/message.ts';
import { channelsById } from './by-ids.ts';
import { realmOf, type ShownUser, usersWith } from './realm.ts';

export type Person = Pick<ShownUser, 'userId' | 'fullName' | 'email' | 'deliveryEmail' | 'avatarVersion' | 'avatar'>;

type NamesOf = {
  readonly names: (message: MessageDocument) => MessageNames;
  /** A user who reacted to one of the messages. */
  readonly person: (userId: UserId) => Person;
};

/** Returns the names for the given messages. */
export async function namesFor(
  view: ReadView,
  realmId: RealmId,
  messages: readonly MessageDocument[],
): Promise<NamesOf> {
  const userIds = new Set<UserId>();
  const channelIds = new Set<ChannelId>();
  for (const { senderId, participants, channelId, reactions } of messages) {
    userIds.add(senderId);
    if (participants) for (const userId of participants) userIds.add(userId);
    if (channelId !== undefined) channelIds.add(channelId);
    if (reactions) for (const { userIds: reacting } of reactions) for (const userId of reacting) userIds.add(userId);
  }
  const [realm, people, places] = await Promise.all([
    realmOf(view, realmId),
    usersWith(view, realmId, [...userIds]),
    channelsById(view, realmId, [...channelIds]),
  ]);
  const persons = new Map<UserId, Person>();
  for (const user of people) if (user) persons.set(user.userId, user);
  const names = new Map<ChannelId, string>();
  for (const channel of places) if (channel) names.set(channel.channelId, channel.name);
  const person = (userId: UserId): Person => persons.get(userId) ?? erasedUser(userId);
  return {
    person,
    names: ({ senderId, channelId, participants = [] }) => ({
      sender: person(senderId),
      realmSubdomain: realm.subdomain,
      recipient: channelId === undefined ? participants.map(person) : (names.get(channelId) ?? ''),
    }),
  };
}

const erasedUser = (userId: UserId): Person => ({ userId, fullName: '', email: '', avatarVersion: 1 });
