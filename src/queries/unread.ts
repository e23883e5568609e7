/** `unread_msgs` and `starred_messages` of a registration. */
import type { MessageDocument } from '../../projections/messages.ts';
import { mapSomeAtOnce } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { inParts } from '../vocabulary/in-parts.ts';
import { limits } from '../vocabulary/limits.ts';
import type { UnreadMessages } from '../wire/unread.ts';
import { flaggedBy, noMarks } from './marks.ts';
import { type Condition, isMuted, type Resolved } from './narrow/condition.ts';
import { mutedBy } from './narrow/muted.ts';
import { selectionOf } from './narrow/select.ts';
import { viewing } from './narrow/viewing.ts';
import type { StateReader } from './register-context.ts';
import { lastMessageId } from './stream-ends.ts';
import { isMentioned, type MarkedViewer, viewerOf } from './visibility.ts';

const unread: Condition = { kind: 'unread', negated: false };

/** How many messages are in memory at a time. */
const atOnce = 1_000;

type Stream = { stream_id: number; topic: string; unread_message_ids: number[]; senders: Set<number> };

/** The newest unread messages of the user that meet the conditions, newest first. Throws `Refused` (`user-missing`). */
export async function* newestUnread(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  max: number,
  conditions: readonly Condition[] = [],
): AsyncGenerator<readonly MessageDocument[]> {
  const resolved: Resolved = { conditions: [unread, ...conditions], receivedOnly: true };
  const viewer = await withoutQuietStreams(view, await viewing(view, realmId, userId, resolved));
  const selection = selectionOf(view, viewer, resolved);
  let from = Number.POSITIVE_INFINITY;
  for (let left = max; left > 0; left -= atOnce) {
    const limit = Math.min(left, atOnce);
    const found = await selection.take({ direction: 'descending', from, limit });
    yield found;
    if (found.length < limit) return;
    from = (found.at(-1)?.messageId ?? 0) - 1;
  }
}

/** The newest unread messages of the user. Throws `Refused` (`user-missing`). */
export async function unreadOf(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  max = limits.unreadListedMax,
): Promise<UnreadMessages> {
  const muted = await mutedBy(view, realmId, userId);
  const pms = new Map<number, number[]>();
  const huddles = new Map<string, number[]>();
  const streams = new Map<string, Stream>();
  const mentions: number[] = [];
  let count = 0;
  const add = (message: MessageDocument): void => {
    const { messageId, participants = [], conversation = '' } = message;
    if (message.channelId !== undefined) addToStream(streams, message);
    else if (participants.length > 2) listIn(huddles, conversation).push(messageId);
    else listIn(pms, participants.find((id) => id !== userId) ?? userId).push(messageId);
    if (isMentioned(userId, message)) mentions.push(messageId);
    if (!isMuted(muted, message)) count += 1;
  };
  for await (const found of newestUnread(view, realmId, userId, max)) for (const message of found) add(message);
  return {
    pms: byKey(pms, (a, b) => a - b).map(([sender_id, ids]) => ({ sender_id, unread_message_ids: ids.reverse() })),
    streams: byKey(streams, (a, b) => (a < b ? -1 : 1))
      .map(([, { senders, ...stream }]) => ({
        ...stream,
        unread_message_ids: stream.unread_message_ids.reverse(),
        sender_ids: [...senders].sort((a, b) => a - b),
      }))
      .sort((a, b) => a.stream_id - b.stream_id),
    huddles: byKey(huddles, (a, b) => (a < b ? -1 : 1)).map(([user_ids_string, ids]) => ({
      user_ids_string,
      unread_message_ids: ids.reverse(),
    })),
    mentions: mentions.reverse(),
    count,
  };
}

/**
 * Leaves out streams without a message since the user subscribed, because the search would otherwise start in each of them. For
 * bots all streams are kept, because bots also receive messages of streams to which they are not subscribed.
 */
async function withoutQuietStreams(view: ReadView, viewer: MarkedViewer): Promise<MarkedViewer> {
  if (viewer.user.bot !== null) return viewer;
  const { realmId } = viewer;
  const all = [...viewer.memberships];
  const last = await mapSomeAtOnce(all, ([channelId]) => lastMessageId(view, { realmId, channelId }));
  const some = all.filter(([, { intervals }], at) => (last[at] ?? -1) >= (intervals.at(-1)?.[0] ?? 0));
  return { ...viewer, memberships: new Map(some) };
}

/** The topic has the spelling of its newest unread message, which comes first. */
function addToStream(streams: Map<string, Stream>, message: MessageDocument): void {
  const { messageId, channelId = 0, topic = '', topicKey = '', senderId } = message;
  const key = `${channelId}.${topicKey}`;
  const known = streams.get(key) ?? { stream_id: channelId, topic, unread_message_ids: [], senders: new Set() };
  streams.set(key, known);
  known.unread_message_ids.push(messageId);
  known.senders.add(senderId);
}

function listIn<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const byKey = <K, V>(map: ReadonlyMap<K, V>, compare: (a: K, b: K) => number): [K, V][] =>
  [...map].sort(([a], [b]) => compare(a, b));

/**
 * The starred messages that the user may see. A star stays on a message that the user cannot see at the moment, because the message may
 * become visible again.
 */
export const registerStarred: StateReader<'starred_messages'> = async ({
  view,
  realmId,
  userId,
  user,
  starsLookedUp,
}) => {
  const starred = await flaggedBy(view, { realmId, user }, 'starred');
  starsLookedUp(starred.length);
  if (starred.length === 0) return { starred_messages: [] };
  const resolved: Resolved = { conditions: [{ kind: 'starred', negated: false }], receivedOnly: false };
  const viewer = await viewerOf(view, realmId, userId, 'all');
  const selection = selectionOf(view, { ...viewer, marks: { ...noMarks, starred: new Set(starred) } }, resolved);
  const starred_messages: number[] = [];
  for (const ids of inParts(starred, atOnce))
    for (const { messageId } of await selection.among(ids)) starred_messages.push(messageId);
  return { starred_messages };
};
