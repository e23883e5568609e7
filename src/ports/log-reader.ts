/** A log that can be read and nothing else: what a process is given that looks at the past. It cannot append, truncate or subscribe. */
import type { EventLog, StoredEvent } from './event-log.ts';

export type LogReader = {
  /** All events after a position up to another one (inclusive), which the log has told to be durable. */
  readAll(after: number, upTo: number): AsyncIterable<StoredEvent>;
  /** At most `limit` events of one log stream, from revision `from` on. Later ones than a position may be among them. */
  readStream(stream: string, options: { readonly from: number; readonly limit: number }): Promise<StoredEvent[]>;
  close(): Promise<void>;
};

/** Of a log, what may be read. Closing it closes the log. */
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
