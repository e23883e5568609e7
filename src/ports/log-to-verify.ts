/**
 * A log as it is read by who does not trust it: beside the process that has it open, or where there is none. Nothing is written. An event
 * that was damaged does not end the read: what of it cannot be read is empty, and null are its metadata, which no event of ours has.
 */
import type { EventLog, StoredEvent } from './event-log.ts';

export type LogToVerify = Pick<EventLog, 'readAll' | 'close'> & {
  /** The first events of one log stream, at most `limit`. */
  readStream(stream: string, options: { readonly limit: number }): Promise<StoredEvent[]>;
  /**
   * What is made of the log, part by part and in its order, by `work` of a module: a function of events and of `input`. Several threads read,
   * which is why it is a module and no function. Absent where several are not faster than one. The `content` of such an event is what stands
   * in the file, whether it is canonical or not: what was sealed with another content may still be the same event, as `readAll` tells.
   */
  readonly readParts?: <T>(module: string, input: unknown, prefixes: readonly string[]) => AsyncIterable<T>;
};

/** What such a module exports under the name `work`. */
export type PartWork<T> = (events: readonly StoredEvent[], input: unknown) => T;
