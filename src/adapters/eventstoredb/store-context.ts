/** The shared context of the parts of the log on EventStoreDB. */
import type { AppendWindow } from './append-window.ts';
import type { Connection } from './connection.ts';
import type { Namespace } from './namespace.ts';

/** Notices for operators to count or log. None contains anything of an event except its stream's name. */
export type EventStoreNotice =
  /** Nothing is sent to the store until it answers again. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'available' }
  /** It is unknown whether this append was carried out. It is repeated to find out. */
  | { readonly kind: 'append-in-doubt'; readonly stream: string; readonly detail: string }
  | { readonly kind: 'append-resolved'; readonly stream: string; readonly written: boolean }
  /** A subscription failed. It continues after the last handled event. */
  | { readonly kind: 'subscription-dropped'; readonly position: number; readonly detail: string };

export type Timings = {
  /** How long the store may be out of reach before requests fail. After that, requests fail at once until the store is back. */
  readonly unavailableAfterMs: number;
  /** How long one answer may take before the store counts as out of reach. */
  readonly answerWithinMs: number;
  /** How long an append in doubt is repeated. */
  readonly inDoubtMs: number;
  /** How often the position of a silent subscription is compared with the tail. */
  readonly stallMs: number;
  /** How long subscriptions wait at most for answers to appends, so that events are delivered together. */
  readonly appendsWaitMsMax: number;
  /** How long closing waits for appends and reads in progress. Appends in doubt then stay in doubt. */
  readonly closeWithinMs: number;
};

export type StoreContext = {
  readonly connection: Connection;
  readonly window: AppendWindow;
  readonly namespace: Namespace;
  readonly timings: Timings;
  readonly notice: (notice: EventStoreNotice) => void;
  /** Aborted when the log is closed. All waits end then. */
  readonly closed: AbortSignal;
  /** Throws once closing has begun. */
  assertOpen(): void;
};
