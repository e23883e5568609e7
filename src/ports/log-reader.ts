/** A read-only log, for processes that read the past. It cannot append, truncate or subscribe. */
import type { EventLog, StoredEvent } from './event-log.ts';

export type LogReader = {
  /** All events after position `after` up to `upTo` (inclusive), a position that the log has acknowledged as durable. */
  readAll(after: number, upTo: number): AsyncIterable<StoredEvent>;
  /** At most `limit` events of one log stream, from revision `from` on, whatever their positions. */
  readStream(stream: string, options: { readonly from: number; readonly limit: number }): Promise<StoredEvent[]>;
  close(): Promise<void>;
};

/** The log as a reader. Closing the reader closes the log. */
export const readerOf = (log: EventLog): LogReader => ({
  async *readAll(after, upTo) {
    if (after >= upTo) return;
    for await (const event of log.readAll(after)) {
      if (event.position > upTo) return;
      yield event;
    }
  },
  readStream: (stream, { from, limit }) => log.readStream(stream, { from, limit }),
  close: () => log.close(),
});
