/**
 * A log for a reader that does not trust it: beside the process that has it open, or where there is none. Nothing is written. A damaged
 * event does not end the read: its unreadable parts are empty, and its metadata are null, which no event of this service has.
 */
import type { EventLog, StoredEvent } from './event-log.ts';

export type LogToVerify = Pick<EventLog, 'readAll' | 'close'> & {
  /** The first events of one log stream, at most `limit`. */
  readStream(stream: string, options: { readonly limit: number }): Promise<StoredEvent[]>;
  /**
   * Calls the function `work` of a module with each part of the log and `input`, on several threads, and yields the results in log order.
   * Absent where several threads are not faster than one. The `content` of these events is what stands in the file, whether it is canonical
   * or not. If it is not what was sealed, the event may still be the same: `readAll` tells.
   */
  readonly readParts?: <T>(module: string, input: unknown, prefixes: readonly string[]) => AsyncIterable<T>;
};

/** What such a module exports under the name `work`. */
export type PartWork<T> = (events: readonly StoredEvent[], input: unknown) => T;
