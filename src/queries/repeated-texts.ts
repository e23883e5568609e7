/**
 * Messages of the Notification Bot that repeat a person's text: their reminders, and texts that were returned because they could not be
 * sent. The event that ended the scheduled message names the person.
 */
import type { MessageDocument } from '../../projections/messages.ts';
import { trail, trailDocumentId } from '../../projections/trail.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { trailKey } from '../vocabulary/trail/keys.ts';
import { messagesById } from './by-ids.ts';
import { indexCursor } from './narrow/cursor.ts';
import { intersection } from './narrow/intersection.ts';

const pageSize = 100;
const messageKey = /^omessage:([0-9]+)$/;

/**
 * Messages of others that repeat the person's text, in the order of their sending. `after` and `last` are positions. Without `last`, there
 * are no more messages.
 */
export async function repeatedTextsPage(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  after: number,
): Promise<{ readonly documents: readonly MessageDocument[]; readonly last?: number }> {
  const keyed = (key: string) =>
    indexCursor(view, { model: trail, index: 'byKey', prefix: [realmId, key] }, 'ascending', pageSize);
  const cursor = intersection(
    [keyed(trailKey.event('ScheduledMessageEnded')), keyed(trailKey.object({ type: 'user', id: userId }))],
    'ascending',
  );
  const positions: number[] = [];
  for (let at = after + 1; positions.length < pageSize; at += 1) {
    const position = await cursor.seek(at);
    if (position === undefined) break;
    positions.push(position);
    at = position;
  }
  const ids = positions.map((position) => trailDocumentId(realmId, position));
  const ended = await view.getMany(trail, ids);
  const messageIds = ended.flatMap((event) => event?.keys.flatMap(messageIdIn) ?? []);
  const found = await messagesById(view, realmId, messageIds);
  const documents = found.filter((one) => one !== undefined && one.senderId !== userId) as MessageDocument[];
  const last = positions.length < pageSize ? undefined : positions.at(-1);
  return { documents, ...(last !== undefined && { last }) };
}

function messageIdIn(key: string): MessageId[] {
  const id = messageKey.exec(key)?.[1];
  return id === undefined ? [] : [Number(id) as MessageId];
}
