/**
 * Who may see which message. A message is received (has a "row", upstream) by whoever
 * was subscribed when it was sent, by the participants of its conversation, and by bots it was sent to besides; outgoing-webhook
 * bots receive nothing, they are told in their own way. The history of a place may be open to more.
 */
import { type ChannelDocument, channelDocumentId, channels } from '../../projections/channels.ts';
import { type MembershipDocument, membershipDocumentId, memberships } from '../../projections/memberships.ts';
import { everyone, type MessageDocument, messageDocumentId, messages } from '../../projections/messages.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import { isHumanClient } from '../vocabulary/clients.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { includes } from '../vocabulary/intervals.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import { everything, seesPublic, userOf } from './realm.ts';

/** Who looks, and what they received of which channel; of all channels, or of those that matter to the question. */
export type Viewer = {
  readonly realmId: RealmId;
  readonly user: UserDocument;
  readonly memberships: ReadonlyMap<number, MembershipDocument>;
};

/** Throws `Refused` (`user-missing`). */
export async function viewerOf(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  channelIds: readonly number[] | 'all',
): Promise<Viewer> {
  const [user, found] = await Promise.all([
    userOf(view, realmId, userId),
    channelIds === 'all'
      ? view.scan(memberships, 'byUser', { prefix: [realmId, userId], limit: everything })
      : view.getMany(
          memberships,
          channelIds.map((channelId) => membershipDocumentId(realmId, userId, channelId)),
        ),
  ]);
  const known = found.filter((membership) => membership !== undefined);
  return { realmId, user, memberships: new Map(known.map((membership) => [membership.channelId, membership])) };
}

/** Whether the user receives messages at all. */
export const receives = ({ user }: Viewer): boolean => user.bot?.type !== outgoingWebhookBot;

export function received(viewer: Viewer, message: MessageDocument): boolean {
  if (!receives(viewer)) return false;
  const { userId } = viewer.user;
  if (message.channelId === undefined) return message.participants?.includes(userId) ?? false;
  if (message.alsoTo.includes(userId)) return true;
  const membership = viewer.memberships.get(message.channelId);
  return membership !== undefined && includes(membership.intervals, message.messageId);
}

/** Whether everything ever said in the channel is open to the user, received or not. Nothing is, once it is archived. */
export function mayReadHistory(viewer: Viewer, channel: ChannelDocument): boolean {
  if (channel.archived) return false;
  if (!channel.inviteOnly && seesPublic(viewer.user)) return true;
  return channel.historyPublic && (viewer.memberships.get(channel.channelId)?.active ?? false);
}

/** What one sent oneself from a program for people is read; everything else that was received is not. */
export const isRead = (viewer: Viewer, message: MessageDocument): boolean =>
  message.senderId === viewer.user.userId && isHumanClient(message.client);

export const isMentioned = ({ user }: Viewer, message: MessageDocument): boolean =>
  message.mentions.includes(user.userId) || message.mentions.includes(everyone);

/** The flags of a message for the one who looks. */
export function flagsOf(viewer: Viewer, message: MessageDocument): string[] {
  if (!received(viewer, message)) return ['read', 'historical'];
  return [
    ...(isRead(viewer, message) ? ['read'] : []),
    ...(message.mentions.includes(viewer.user.userId) ? ['mentioned'] : []),
    ...(message.mentions.includes(everyone) ? ['wildcard_mentioned'] : []),
  ];
}

/** The message, if the user may see it. Throws `Refused` (`message-missing`): who may not see it learns no more than that. */
export async function reachableMessage(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageId: MessageId,
): Promise<MessageDocument> {
  const missing = () => new Refused({ code: 'message-missing' });
  const message = await view.get(messages, messageDocumentId(realmId, messageId));
  if (!message) throw missing();
  const { channelId } = message;
  const viewer = await viewerOf(view, realmId, userId, channelId === undefined ? [] : [channelId]);
  if (received(viewer, message)) return message;
  const channel = channelId && (await view.get(channels, channelDocumentId(realmId, channelId)));
  if (!channel || !mayReadHistory(viewer, channel)) throw missing();
  return message;
}
