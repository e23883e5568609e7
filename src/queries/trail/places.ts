/** The places of recorded events in the log, so that they can be read as they are stored. */
import { isErased } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { MessageId, RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { heldEventsMax } from './records.ts';
import { documentsOf } from './select.ts';

/** If the log has the event, it is among the `limit` events of this log stream from the revision `from` on. */
type PlaceInLog = {
  readonly eventId: string;
  readonly stream: LogStream;
  readonly from: number;
  readonly limit: number;
};

/** In the order of `eventIds`. Of erased events, only those of messages may still be in the log, because a legal hold keeps them. */
export async function placesOf(
  view: ReadView,
  realmId: RealmId,
  eventIds: readonly string[],
): Promise<readonly PlaceInLog[]> {
  const documents = await documentsOf(view, realmId, eventIds);
  return documents.flatMap((document): PlaceInLog[] => {
    if (document === undefined) return [];
    const { eventId } = document;
    if (!isErased(document)) return [{ eventId, stream: document.stream, from: document.revision, limit: 1 }];
    const { type, id } = document.object;
    if (type !== 'message') return [];
    return [{ eventId, stream: logStream.message(realmId, Number(id) as MessageId), from: 0, limit: heldEventsMax }];
  });
}
