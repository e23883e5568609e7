/**
 * A log for a reader that does not trust its contents. It can be read while another process has it open, or while none has. Nothing is
 * written. A damaged event does not end the read: its unreadable parts are empty, and its metadata are null, which no event of this service
 * has.
 */
import type { EventLog, StoredEvent } from './event-log.ts';

export type LogToVerify = Pick<EventLog, 'readAll' | 'close'> & {
  /**
   * The same log, whose reads leave out the events of these organizations and no others, whatever prefixes are given. Then an event that can
   * be read in two ways, or not at all, is found even if it names an organization that nobody verifies. Absent if a server stores the name of
   * the log stream by itself, and not in a text.
   */
  readonly without?: (organizations: readonly number[]) => Pick<LogToVerify, 'readAll' | 'readParts'>;
  /** The first events of one log stream, at most `limit`. */
  readStream(stream: string, options: { readonly limit: number }): Promise<StoredEvent[]>;
  /**
   * Calls the function `work` of a module with each part of the log and `input`, on several threads, and yields the results in log order.
   * Absent if several threads are not faster than one.
   */
  readonly readParts?: <T>(module: string, input: unknown, prefixes: readonly string[]) => AsyncIterable<T>;
};

/** The function that such a module exports under the name `work`. */
export type PartWork<T> = (events: readonly StoredEvent[], input: unknown) => T;
