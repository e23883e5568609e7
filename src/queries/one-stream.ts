/**
 * Reads about one stream. They throw the same `Refused` (`channel-id-unknown`) for a missing stream and for one that is closed to the user.
 */
import { type ChannelDocument, channelDocumentId, channels } from '../../projections/channels.ts';
import { membershipDocumentId, memberships } from '../../projections/memberships.ts';
import { type MessageDocument, messageDocumentId, messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { foldName } from '../vocabulary/fold-case.ts';
import type { ChannelId, MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { knowsOf, seesUnsubscribed, subscribersOf } from './channels.ts';
import { seesPublic, userOf, usersWith } from './realm.ts';
import { mayReadHistory, received, type Viewer, viewerOf } from './visibility.ts';

/** The id of the stream of that name, if the user knows of it. Throws `Refused` (`channel-name-invalid`). */
export async function streamIdNamed(view: ReadView, realmId: RealmId, userId: UserId, name: string): Promise<number> {
  const user = await userOf(view, realmId, userId);
  const range = { prefix: [realmId, foldName(name.trim())], limit: 1 };
  const [channel] = await view.scan(channels, 'byName', range);
  if (!channel || !(await knowsOf(view, user, channel))) throw new Refused({ code: 'channel-name-invalid', name });
  return channel.channelId;
}

/** The e-mail addresses of the active subscribers, by user id. */
export async function memberAddresses(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  channelId: number,
): Promise<string[]> {
  await channelWithMembers(view, realmId, userId, channelId);
  const userIds = await subscribersOf(view, realmId, channelId);
  const found = await usersWith(view, realmId, userIds as UserId[]);
  return found.flatMap((user) => (user?.active ? [user.email] : []));
}

/** Throws `Refused` (`user-missing`) for an unknown `otherId`. */
export async function isSubscriber(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  { otherId, channelId }: { readonly otherId: UserId; readonly channelId: number },
): Promise<boolean> {
  const other = await userOf(view, realmId, otherId);
  if (other.listedId === undefined) throw new Refused({ code: 'user-missing' });
  await channelWithMembers(view, realmId, userId, channelId);
  return (await view.get(memberships, membershipDocumentId(realmId, otherId, channelId)))?.active === true;
}

/** The open channel, if the user may know its subscribers. The rule is the same as for events about subscribers. */
async function channelWithMembers(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  channelId: number,
): Promise<ChannelDocument> {
  const [user, channel] = await Promise.all([
    userOf(view, realmId, userId),
    view.get(channels, channelDocumentId(realmId, channelId)),
  ]);
  if (!channel || channel.archived) throw new Refused({ code: 'channel-id-unknown' });
  if (seesUnsubscribed(user, channel)) return channel;
  const own = await view.get(memberships, membershipDocumentId(realmId, userId, channelId));
  if (own?.active) return channel;
  throw new Refused({ code: 'channel-id-unknown' });
}

type TopicRow = { readonly name: string; readonly max_id: number };

/** How many documents are read at a time. Messages may be long, and only their topics are kept. */
const batchSize = 100;

/** A topic with its newest message according to the folded state. The view may be older or newer. */
type Candidate = { readonly key: string; readonly messageId: MessageId };

/** Throws if the user is not subscribed and the stream is not public. Administrators are no exception. */
export async function topicsViewer(view: ReadView, realmId: RealmId, userId: UserId, channelId: ChannelId) {
  const [viewer, channel] = await Promise.all([
    viewerOf(view, realmId, userId, [channelId]),
    view.get(channels, channelDocumentId(realmId, channelId)),
  ]);
  if (!channel || channel.archived) throw new Refused({ code: 'channel-id-unknown' });
  const isIn = viewer.memberships.get(channelId)?.active === true;
  if (!isIn && (channel.inviteOnly || !seesPublic(viewer.user))) throw new Refused({ code: 'channel-id-unknown' });
  return { viewer, channel };
}

/** The topics of the candidates according to the view, newest first. */
export async function topicsOf(
  view: ReadView,
  { viewer, channel }: { readonly viewer: Viewer; readonly channel: ChannelDocument },
  candidates: readonly Candidate[],
): Promise<TopicRow[]> {
  const mayReadAll = mayReadHistory(viewer, channel);
  const isShown = (message: MessageDocument | undefined, key: string): message is MessageDocument =>
    message?.channelId === channel.channelId && message.topicKey === key && (mayReadAll || received(viewer, message));
  /** The newest message may have been added, removed or moved since the view was taken. */
  const another = async (key: string): Promise<MessageDocument | undefined> => {
    const range = { prefix: [channel.realmId, channel.channelId, key], reverse: true, limit: batchSize };
    return (await view.scan(messages, 'byTopic', range)).find((message) => isShown(message, key));
  };
  const rows: TopicRow[] = [];
  for (let from = 0; from < candidates.length; from += batchSize) {
    const batch = candidates.slice(from, from + batchSize);
    const ids = batch.map(({ messageId }) => messageDocumentId(channel.realmId, messageId));
    const found = await view.getMany(messages, ids);
    for (const [at, { key }] of batch.entries()) {
      const known = found[at];
      const newest = isShown(known, key) ? known : await another(key);
      if (newest?.topic !== undefined) rows.push({ name: newest.topic, max_id: newest.messageId });
    }
  }
  return rows.sort((a, b) => b.max_id - a.max_id);
}
