/** The effect of marking everything as read: the newest unread messages, and the spans that are recorded. */
import type { ReadView } from '../ports/read-store.ts';
import { holdsId, type IdSpans, spansWithout } from '../vocabulary/id-spans.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { newestIds } from './read-spans.ts';
import { newestUnread } from './unread.ts';

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
