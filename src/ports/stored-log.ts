/**
 * A log as it is stored, for backup and restore. Only a log with its own files in this process offers it. Stores elsewhere have tools of
 * their own.
 */

/** An event as the text that the log stores. */
export type StoredText = { readonly position: number; readonly text: string };

/** A log stream whose newest event was truncated. Its later revisions continue from this one, so that a copy must contain it. */
export type EmptiedStream = { readonly stream: string; readonly revision: number; readonly position: number };

/**
 * A part of a log that does not change while it is read: appends go beyond it, and truncations wait. It is read in pieces of limited size.
 */
export type StoredLog = {
  readonly tail: number;
  /** In the order of the log. */
  texts(): AsyncIterable<readonly StoredText[]>;
  emptiedStreams(): AsyncIterable<readonly EmptiedStream[]>;
};

/** An empty log that is filled from a copy. Nobody uses it before `takeIntoUse`. */
export type FillableLog = {
  add(texts: readonly StoredText[]): Promise<void>;
  addEmptiedStreams(streams: readonly EmptiedStream[]): Promise<void>;
  /** The events that were added so far, as they are stored. */
  stored(tail: number): StoredLog;
  /** Makes it the log, durably. The folder can then be opened. */
  takeIntoUse(tail: number): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
};

/** Thrown if there is a log already. Nothing may replace it. */
export class LogExists extends Error {
  override name = 'LogExists';
}
