/** The type of a family of client events. Each family has a file; `index.ts` lists them. */
import { handlerOf, type On } from '../define/handlers.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ClientEvent } from './client-event.ts';

/**
 * A handler is called with the state right before the event. It returns a function that is called with the state right after the event, and
 * that returns the client events. So a handler can read from the earlier state what the event is about to change.
 */
export type Feed = On<[before: RealmState], (after: RealmState) => readonly ClientEvent[]>;

/** Handlers that need only the state right after the event. */
export const fromAfter = (on: On<[after: RealmState], readonly ClientEvent[]>): Feed =>
  Object.fromEntries(
    Object.keys(on).map((type) => [
      type,
      (event: Recorded) => (after: RealmState) => handlerOf(on, event)?.(event, after) ?? [],
    ]),
  );
