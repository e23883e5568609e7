/** The effect of marking a stream, a topic or everything as read: the newest unread messages, and the spans that are recorded. */
import { channelDocumentId, channels } from '../../projections/channels.ts';
import type { ReadView } from '../ports/read-store.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import { holdsId, type IdSpans, spansWithout } from '../vocabulary/id-spans.ts';
import type { ChannelId, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { knowsOf } from './channels.ts';
import type { FlagChange } from './flag-change.ts';
import { noMarks, readBy, readIn } from './marks.ts';
import type { Resolved } from './narrow/condition.ts';
import { indexCursor, type Scan } from './narrow/cursor.ts';
import { selectionOf } from './narrow/select.ts';
import { newestIds, readSpansWith } from './read-spans.ts';
import { newestUnread } from './unread.ts';
import { receives, type Viewer, viewerOf } from './visibility.ts';

type Place = { readonly channelId: ChannelId; readonly topic?: string | undefined };

/** Throws `Refused` (`mark-channel-unknown`, `topic-unknown`), also for places that the user must not know of. */
export async function markPlace(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  { channelId, topic }: Place,
  max = limits.unreadListedMax,
): Promise<FlagChange> {
  const viewer = await viewerOf(view, realmId, userId, [channelId]);
  const channel = await view.get(channels, channelDocumentId(realmId, channelId));
  if (!channel || channel.archived || !(await knowsOf(view, viewer.user, channel)))
    throw new Refused({ code: 'mark-channel-unknown' });
  const topicKey = topic === undefined ? undefined : foldCase(topic.trim());
  if (topicKey !== undefined) {
    const conditions: Resolved['conditions'] = [
      { kind: 'channel', channel, negated: false },
      { kind: 'topic', topicKey, negated: false },
    ];
    const selection = selectionOf(view, { ...viewer, marks: noMarks }, { conditions, receivedOnly: false });
    const [any] = await selection.take({ direction: 'descending', from: Number.POSITIVE_INFINITY, limit: 1 });
    if (!any) throw new Refused({ code: 'topic-unknown', topic: topic ?? '' });
  }
  const from = unreadFrom(viewer, channelId);
  if (from === undefined) return { ids: [], read: [], before: 0 };
  const read = readIn(await readBy(view, viewer, [channelId]), channelId);
  const { newest, missing } = await newestIds(view, realmId);
  const place = topicKey === undefined ? 'byChannel' : 'byTopic';
  const prefix = topicKey === undefined ? [realmId, channelId] : [realmId, channelId, topicKey];
  const ids = await newestOf(view, { index: place, prefix, from, to: newest, skip: read }, max);
  if (ids.length === 0) return { ids, read: [], before: 0 };
  const spans =
    topicKey === undefined
      ? spansWithout(spansWithout([[from, newest]], read), missing)
      : await readSpansWith(view, { realmId, userId, scope: channelId }, ids, read);
  return { ids, read: [{ channelId, spans }], before: 0 };
}

/** The first message that the user received in the current subscription. Undefined for a user who is not subscribed. */
function unreadFrom(viewer: Viewer, channelId: ChannelId): number | undefined {
  const last = viewer.memberships.get(channelId)?.intervals.at(-1);
  return receives(viewer) && last?.[1] === null ? last[0] : undefined;
}

async function newestOf(view: ReadView, scan: Scan, max: number): Promise<number[]> {
  const cursor = indexCursor(view, scan, 'descending', 64);
  const ids: number[] = [];
  for (let at = scan.to ?? 0; ids.length < max; ) {
    const id = await cursor.seek(at);
    if (id === undefined) break;
    ids.push(id);
    at = id - 1;
  }
  return ids.reverse();
}

/** `ids`: the unread messages in the spans, ascending. */
export async function markEverything(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  max = limits.unreadListedMax,
): Promise<{ readonly spans: IdSpans; readonly ids: readonly number[] }> {
  const { newest, missing } = await newestIds(view, realmId);
  const spans = newest === 0 ? [] : spansWithout([[1, newest]], missing);
  const ids: number[] = [];
  for await (const found of newestUnread(view, realmId, userId, max)) ids.push(...found.map((one) => one.messageId));
  return { spans, ids: ids.reverse().filter((id) => holdsId(spans, id)) };
}
