/** What the parts of the log on EventStoreDB share. */
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { AppendLine } from './append-line.ts';
import type { Availability } from './availability.ts';
import type { Namespace } from './namespace.ts';

/** Things an operator may want to count or log; none holds anything of an event but its stream's name. */
export type EventStoreNotice =
  /** Nothing is sent to the store until it answers again. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'available' }
  /** Whether this append was carried out is unknown, and being found out. */
  | { readonly kind: 'append-in-doubt'; readonly stream: string; readonly detail: string }
  | { readonly kind: 'append-resolved'; readonly stream: string; readonly written: boolean }
  /** A subscription ended without being asked to; it is begun again after the last event that was handled. */
  | { readonly kind: 'subscription-dropped'; readonly position: number; readonly detail: string };

export type Timings = {
  /** How long the store may be out of reach before requests fail; whatever comes later fails at once until it is back. */
  readonly unavailableAfterMs: number;
  /** How long one answer may take before the store counts as out of reach. */
  readonly answerWithinMs: number;
  /** How long it is tried to find out what became of an append. */
  readonly inDoubtMs: number;
  /** How often a subscription that brings nothing is compared with the tail. */
  readonly stallMs: number;
  /** How long closing waits for what is under way; appends that are still in doubt then stay so. */
  readonly closeWithinMs: number;
};

export type StoreContext = {
  readonly client: EventStoreDBClient;
  readonly appends: AppendLine;
  readonly namespace: Namespace;
  readonly availability: Availability;
  /** Rejects when the store does not answer a simple question. */
  readonly probe: () => Promise<unknown>;
  readonly timings: Timings;
  readonly notice: (notice: EventStoreNotice) => void;
  /** Aborted when the log is closed for good: nothing is waited for any more. */
  readonly closed: AbortSignal;
  /** Throws once closing has begun. */
  assertOpen(): void;
};
