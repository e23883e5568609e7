/**
 * A log for a reader that does not trust it: beside the process that has it open, or where there is none. Nothing is written. A damaged
 * event does not end the read: what cannot be read of it is empty, and its metadata are null, which those of no event of ours are.
 */
import type { EventLog, StoredEvent } from './event-log.ts';

export type LogToVerify = Pick<EventLog, 'readAll' | 'close'> & {
  /** The first events of one log stream, at most `limit`. */
  readStream(stream: string, options: { readonly limit: number }): Promise<StoredEvent[]>;
  /**
   * What is made of the log, part by part and in its order, by `work` of a module: a function of events and of `input`. It is a module because
   * several threads read. Absent where several are not faster than one. The `content` of such an event is what stands in the file, whether it
   * is canonical or not. Where it is not what was sealed, the event may still be the same: `readAll` tells.
   */
  readonly readParts?: <T>(module: string, input: unknown, prefixes: readonly string[]) => AsyncIterable<T>;
};

/** What such a module exports under the name `work`. */
export type PartWork<T> = (events: readonly StoredEvent[], input: unknown) => T;
