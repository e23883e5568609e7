/** `max_message_id`: the newest message that a user received. */
import { messages } from '../../projections/messages.ts';
import { mapSomeAtOnce } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { Membership } from './memberships.ts';
import { indexCursor, type Scan } from './narrow/cursor.ts';
import { scanWithin } from './narrow/scan-within.ts';
import { lastMessageId } from './stream-ends.ts';
import { received, receives, viewerOf } from './visibility.ts';

/** How many of the organization's newest messages are checked before each subscription is. */
const newestAsked = 20;

/**
 * The id of the newest message that the user received; −1 if there is none. If they received none of the organization's newest messages,
 * each stream is searched. Throws `Refused` (`user-missing`).
 */
export async function newestReceived(view: ReadView, realmId: RealmId, userId: UserId): Promise<number> {
  const newest = async (scan: Scan): Promise<number> =>
    (await indexCursor(view, scan, 'descending', 1).seek(Number.MAX_SAFE_INTEGER)) ?? -1;
  const viewer = await viewerOf(view, realmId, userId, 'all');
  if (!receives(viewer)) return -1;
  if (viewer.memberships.size > newestAsked) {
    const last = await view.scan(messages, 'byRealm', { prefix: [realmId], reverse: true, limit: newestAsked });
    const own = last.find((message) => received(viewer, message));
    if (own) return own.messageId;
  }
  const newestIn = async ({ channelId, intervals }: Membership): Promise<number> => {
    const begun = intervals.at(-1);
    const last = begun?.[1] === null ? await lastMessageId(view, { realmId, channelId }) : null;
    if (begun && last !== null && last >= begun[0]) return last;
    const ended = intervals.filter(([, to]) => to !== null);
    const scan = scanWithin({ index: 'byChannel', prefix: [realmId, channelId] }, ended);
    return scan ? newest(scan) : -1;
  };
  const found = await Promise.all([
    newest({ index: 'byParticipant', prefix: [realmId, userId] }),
    newest({ index: 'byAlsoTo', prefix: [realmId, userId] }),
    mapSomeAtOnce([...viewer.memberships.values()], newestIn),
  ]);
  return found.flat().reduce((a, b) => Math.max(a, b), -1);
}
