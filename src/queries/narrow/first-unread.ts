/** `anchor=first_unread`: the oldest unread message of a narrow. */
import type { ReadView } from '../../ports/read-store.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import type { Condition, Resolved } from './condition.ts';
import { mutedBy } from './muted.ts';
import { selectionOf } from './select.ts';
import { viewing } from './viewing.ts';

/** The lowest unread id of the narrow, without muted messages. A muted channel is included if the narrow names a channel. */
export async function findFirstUnread(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  resolved: Resolved,
  lookedAt?: (count: number) => void,
): Promise<number | undefined> {
  const muted = await mutedBy(view, realmId, userId);
  const namesChannel = resolved.conditions.some(({ kind, negated }) => kind === 'channel' && !negated);
  const conditions: Condition[] = [
    ...resolved.conditions,
    { kind: 'unread', negated: false },
    { kind: 'home', muted: namesChannel ? { ...muted, channelIds: new Set() } : muted, negated: false },
  ];
  const unread: Resolved = { conditions, receivedOnly: true };
  const selection = selectionOf(view, await viewing(view, realmId, userId, unread), unread, lookedAt);
  const [first] = await selection.take({ direction: 'ascending', from: 0, limit: 1 });
  return first?.messageId;
}
