/**
 * The rules for who may see which message. A channel message is received by the users who were subscribed when it was sent, and by the bots
 * in its `alsoTo`. A message that was moved in from another channel is received by users who have been subscribed here ever since it was
 * sent. A private message is received by the participants of its conversation. Outgoing-webhook bots receive nothing; their server is
 * called instead. The history of a channel may be readable by users who did not receive its messages.
 */
import { type ChannelDocument, channelDocumentId, channels } from '../../projections/channels.ts';
import { everyone, type MessageDocument, messageDocumentId, messages } from '../../projections/messages.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import { lastBegunAt } from '../vocabulary/ascending.ts';
import { isHumanClient } from '../vocabulary/clients.ts';
import type { MessageId, Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import { includes, includesSince } from '../vocabulary/intervals.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import { asViewed, type LeftChannels } from './as-viewed.ts';
import { channelsById } from './by-ids.ts';
import { isMarkedRead, type Marks } from './marks.ts';
import { type Membership, membershipsIn, membershipsOf } from './memberships.ts';
import { seesPublic, userOf } from './realm.ts';

/** The user who reads, with their memberships: those in all channels, or only those that the query needs. */
export type Viewer = {
  readonly realmId: RealmId;
  readonly user: UserDocument;
  readonly memberships: ReadonlyMap<number, Membership>;
  /** Those channels that the user left and whose history the user may not read. Their messages are shown as the user could last read them. */
  readonly left: LeftChannels;
};

/** Throws `Refused` (`user-missing`). */
export async function viewerOf(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  channelIds: readonly number[] | 'all',
): Promise<Viewer> {
  const [user, known] = await Promise.all([
    userOf(view, realmId, userId),
    channelIds === 'all'
      ? membershipsOf(view, { realmId, userId })
      : membershipsIn(view, { realmId, userId }, channelIds),
  ]);
  const byChannel = new Map(known.map((membership) => [membership.channelId, membership]));
  return { realmId, user, memberships: byChannel, left: await leftChannels(view, user, known) };
}

async function leftChannels(view: ReadView, user: UserDocument, known: readonly Membership[]): Promise<LeftChannels> {
  const gone = known.filter(({ active }) => !active);
  if (gone.length === 0) return new Map();
  const ids = gone.map(({ realmId, channelId }) => channelDocumentId(realmId, channelId));
  const found = await view.getMany(channels, ids);
  return new Map(
    gone.flatMap(({ channelId, leftAt }, at): [number, Millis][] => {
      const closed = closedSince(user, found[at]);
      return closed === undefined || leftAt === undefined ? [] : [[channelId, Math.max(leftAt, closed)]];
    }),
  );
}

/**
 * Since when the user cannot read the channel without being subscribed. 0: since always. Undefined: the user can. A user who was a guest when
 * the channel was closed to everybody could not read it since they became one.
 */
function closedSince(user: UserDocument, channel: ChannelDocument | undefined): Millis | undefined {
  const { guestDuring = [] } = user;
  const isOpen = channel && !channel.archived && !channel.inviteOnly;
  const closedAt = isOpen ? Number.POSITIVE_INFINITY : (channel?.closedAt ?? 0);
  const [guestSince = 0, guestUntil = 0] = guestDuring[lastBegunAt(guestDuring, closedAt)] ?? [];
  const since = guestUntil === null || closedAt <= guestUntil ? guestSince : closedAt;
  return Number.isFinite(since) ? since : undefined;
}

/** Whether the user receives messages at all. */
export const receives = ({ user }: Viewer): boolean => user.bot?.type !== outgoingWebhookBot;

export function received(viewer: Viewer, message: MessageDocument): boolean {
  if (!receives(viewer)) return false;
  const { userId } = viewer.user;
  if (message.channelId === undefined) return message.participants?.includes(userId) ?? false;
  if (message.alsoTo.includes(userId)) return true;
  const membership = viewer.memberships.get(message.channelId);
  if (membership === undefined) return false;
  const { channelId, sentIn = channelId, messageId } = message;
  return sentIn === channelId
    ? includes(membership.intervals, messageId)
    : includesSince(membership.intervals, messageId);
}

/** Whether the user may read all messages of the channel, including those not received. False for an archived channel. */
export function mayReadHistory(viewer: Viewer, channel: ChannelDocument): boolean {
  if (channel.archived) return false;
  if (!channel.inviteOnly && seesPublic(viewer.user)) return true;
  return channel.historyPublic && (viewer.memberships.get(channel.channelId)?.active ?? false);
}

/** For messages that the viewer may not have received: whether they are in a channel whose history the viewer may read. */
export async function openAmong(view: ReadView, viewer: Viewer, found: readonly MessageDocument[]) {
  const others = found.filter((message) => !received(viewer, message));
  const ids = [...new Set(others.flatMap(({ channelId }) => channelId ?? []))];
  const known = await channelsById(view, viewer.realmId, ids);
  const open = new Set(
    known.flatMap((channel) => (channel && mayReadHistory(viewer, channel) ? channel.channelId : [])),
  );
  return ({ channelId }: MessageDocument): boolean => channelId !== undefined && open.has(channelId);
}

export type MarkedViewer = Viewer & { readonly marks: Marks };

/**
 * Whether the message counted as read from the beginning, was marked as read by the user, or was left behind in a channel that the user
 * left.
 */
export const isRead = (viewer: MarkedViewer, message: MessageDocument): boolean =>
  isReadAtOnce(viewer, message) || isMarkedRead(viewer.marks.read, message) || isLeftBehind(viewer, message);

/** Whether the user sent it with a client for people, or the service sent it because the user requested it. */
export const isReadAtOnce = ({ user }: Viewer, { senderId, client, readBy }: MessageDocument): boolean =>
  readBy === user.userId || (senderId === user.userId && isHumanClient(client));

/** Whether the user has left the channel since the message was sent there. Such a message does not count as unread. */
export function isLeftBehind({ user, memberships }: Viewer, message: MessageDocument): boolean {
  const { messageId, channelId, alsoTo, sentAt } = message;
  if (channelId === undefined) return false;
  const membership = memberships.get(channelId);
  if (!alsoTo.includes(user.userId)) {
    const last = membership?.intervals.at(-1);
    return last === undefined || last[1] !== null || messageId < last[0];
  }
  if (membership?.active) return membership.intervals.some(([, to]) => to !== null && messageId < to);
  return membership?.leftAt !== undefined && sentAt <= membership.leftAt;
}

export const isMentioned = (userId: UserId, { mentions }: MessageDocument): boolean =>
  mentions.includes(userId) || mentions.includes(everyone);

/** The flags of a message for the viewer. A message that the viewer did not receive is read, and history. */
export function flagsOf(viewer: MarkedViewer, message: MessageDocument): string[] {
  const isReceived = received(viewer, message);
  const own = [
    ...(!isReceived || isRead(viewer, message) ? ['read'] : []),
    ...(viewer.marks.starred.has(message.messageId) ? ['starred'] : []),
    ...(viewer.marks.collapsed.has(message.messageId) ? ['collapsed'] : []),
  ];
  if (!isReceived) return [...own, 'historical'];
  return [
    ...own,
    ...(message.mentions.includes(viewer.user.userId) ? ['mentioned'] : []),
    ...(message.mentions.includes(everyone) ? ['wildcard_mentioned'] : []),
    ...(message.alerted?.includes(viewer.user.userId) ? ['has_alert_word'] : []),
  ];
}

/**
 * The message, if the user may see it. Throws `Refused` (`message-missing`) otherwise, so that the answer does not reveal whether the
 * message exists.
 */
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
  if (received(viewer, message)) return (await asViewed(view, viewer, [message]))[0] ?? message;
  const channel = channelId && (await view.get(channels, channelDocumentId(realmId, channelId)));
  if (!channel || !mayReadHistory(viewer, channel)) throw missing();
  return message;
}
