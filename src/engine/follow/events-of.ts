/** Reads of single log streams before the log is followed. */
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import type { DataOf, EventType } from '../../vocabulary/events/index.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { decode } from './decode.ts';

/** The payloads of one event type among the first `limit` events of a log stream. */
export async function eventsOf<T extends EventType>(
  log: EventLog,
  stream: LogStream,
  type: T,
  limit?: number,
): Promise<DataOf<T>[]> {
  const stored: readonly StoredEvent[] = await log.readStream(stream, limit === undefined ? {} : { limit });
  return stored.map(decode).flatMap((event) => (event?.type === type ? [event.data as DataOf<T>] : []));
}
