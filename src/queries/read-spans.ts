/**
 * The spans that are recorded when messages are read. A span begins right after the previous message of its scope. So the spans of
 * consecutive messages join, even if messages elsewhere have ids between theirs.
 */
import { deletions } from '../../projections/deletions.ts';
import { privateScope } from '../../projections/flags.ts';
import { messageDocumentId, messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { isHumanClient } from '../vocabulary/clients.ts';
import { holdsId, type IdSpan, type IdSpans, spansOf, spansWithout, united } from '../vocabulary/id-spans.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { indexCursor, type Scan } from './narrow/cursor.ts';

export type Where = { readonly realmId: RealmId; readonly userId: UserId; readonly scope: number };

/** Messages of several processes may reach the log out of the order of their ids, within this many ids. */
const unsettledIds = 64;

/** The newest id, and the lower ids whose messages may still be on their way to the log. A deleted message has been there. */
export async function newestIds(view: ReadView, realmId: RealmId): Promise<{ newest: number; missing: IdSpans }> {
  const range = { prefix: [realmId], reverse: true, limit: unsettledIds };
  const keys = await view.scanKeys(messages, 'byRealm', range);
  const deleted = await view.scanKeys(deletions, 'byMessage', range);
  const present = [...keys, ...deleted].map((key) => key[1] as number);
  const newest = Math.max(0, ...present);
  const recent: IdSpan = [Math.max(1, newest - unsettledIds + 1), newest];
  return { newest, missing: newest === 0 ? [] : spansWithout([recent], spansOf(present)) };
}

/** At most this many of the user's own messages are skipped in the search for an earlier message. */
const ownPassedMax = 100;

/** The spans of the messages `ids` of one scope, which are ascending, together with the spans that are already read there. */
export async function readSpansWith(
  view: ReadView,
  where: Where,
  ids: readonly number[],
  read: IdSpans,
): Promise<IdSpans> {
  const wanted = new Set(ids);
  const cursor = indexCursor(view, scanOf(where), 'descending', 2 * ids.length);
  const spans: IdSpan[] = [];
  for (const id of [...ids].reverse()) {
    let before = await cursor.seek(id - 1);
    for (let passed = 0; before !== undefined && passed < ownPassedMax; passed += 1) {
      const isNext = wanted.has(before) || holdsId(read, before);
      // The user's own messages are read without being marked.
      if (isNext || !(await isOwn(view, where, before))) break;
      before = await cursor.seek(before - 1);
    }
    spans.push([(before ?? 0) + 1, id]);
  }
  const { missing } = await newestIds(view, where.realmId);
  return spansWithout(united(spans), missing);
}

const scanOf = ({ realmId, userId, scope }: Where): Scan =>
  scope === privateScope
    ? { index: 'byParticipant', prefix: [realmId, userId] }
    : { index: 'byChannel', prefix: [realmId, scope] };

/** Whether the user sent the message with a client for people. */
async function isOwn(view: ReadView, { realmId, userId }: Where, id: number): Promise<boolean> {
  const range = { prefix: [realmId, userId], from: id, to: id, limit: 1 };
  if ((await view.count(messages, 'bySender', range)) === 0) return false;
  const message = await view.get(messages, messageDocumentId(realmId, id));
  return message !== undefined && isHumanClient(message.client);
}
