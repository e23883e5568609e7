/** What the parts of the log on EventStoreDB share. */
import type { Connection } from './connection.ts';
import type { Namespace } from './namespace.ts';

/** For operators to count or log. None holds anything of an event but its stream's name. */
export type EventStoreNotice =
  /** Nothing is sent to the store until it answers again. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'available' }
  /** Whether this append was carried out is not known; it is repeated to find out. */
  | { readonly kind: 'append-in-doubt'; readonly stream: string; readonly detail: string }
  | { readonly kind: 'append-resolved'; readonly stream: string; readonly written: boolean }
  /** A subscription failed. It is begun again after the last event that was handled. */
  | { readonly kind: 'subscription-dropped'; readonly position: number; readonly detail: string };

export type Timings = {
  /** How long the store may be out of reach before requests fail. Requests after that fail at once, until it is back. */
  readonly unavailableAfterMs: number;
  /** How long one answer may take before the store counts as out of reach. */
  readonly answerWithinMs: number;
  /** How long an append that is in doubt is repeated. */
  readonly inDoubtMs: number;
  /** How often a subscription that brings nothing is compared with the tail. */
  readonly stallMs: number;
  /** How long closing waits for appends and reads in progress. Appends that are in doubt then stay so. */
  readonly closeWithinMs: number;
};

export type StoreContext = {
  readonly connection: Connection;
  readonly namespace: Namespace;
  readonly timings: Timings;
  readonly notice: (notice: EventStoreNotice) => void;
  /** Aborted when the log is closed: nothing is waited for any more. */
  readonly closed: AbortSignal;
  /** Throws once closing has begun. */
  assertOpen(): void;
};
