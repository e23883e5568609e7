/** What the people and channels of messages are called today: joined when messages are read, each once. */
import { channelDocumentId, channels } from '../../projections/channels.ts';
import type { MessageDocument } from '../../projections/messages.ts';
import { type UserDocument, userDocumentId, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { MessageNames } from '../wire/message.ts';
import { realmOf } from './realm.ts';

type Person = Pick<UserDocument, 'userId' | 'fullName' | 'email' | 'avatarVersion'>;

/** Names for any of `messages`. */
export async function namesFor(
  view: ReadView,
  realmId: RealmId,
  messages: readonly MessageDocument[],
): Promise<(message: MessageDocument) => MessageNames> {
  const userIds = [...new Set(messages.flatMap((message) => [message.senderId, ...(message.participants ?? [])]))];
  const channelIds = [...new Set(messages.flatMap(({ channelId }) => channelId ?? []))];
  const [realm, people, places] = await Promise.all([
    realmOf(view, realmId),
    view.getMany(
      users,
      userIds.map((id) => userDocumentId(realmId, id)),
    ),
    view.getMany(
      channels,
      channelIds.map((id) => channelDocumentId(realmId, id)),
    ),
  ]);
  const persons = new Map(people.flatMap((user) => (user ? [[user.userId, user]] : [])));
  const names = new Map(places.flatMap((channel) => (channel ? [[channel.channelId, channel.name]] : [])));
  const person = (userId: UserId): Person => persons.get(userId) ?? nobody(userId);
  return ({ senderId, channelId, participants = [] }) => ({
    sender: person(senderId),
    realmSubdomain: realm.subdomain,
    recipient: channelId === undefined ? participants.map(person) : (names.get(channelId) ?? ''),
  });
}

/** Somebody whose name was erased. */
const nobody = (userId: UserId): Person => ({ userId, fullName: '', email: '', avatarVersion: 1 });
