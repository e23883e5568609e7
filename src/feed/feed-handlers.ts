/** A family of client events: one file each, the list is `index.ts`. */
import type { RealmState } from '../state/realm-state.ts';
import type { EventType, Recorded } from '../vocabulary/events/index.ts';
import type { ClientEvent } from './client-event.ts';

/**
 * Called before the event is folded, for what only the state before it knows; returns what is called right after, with the state
 * folded exactly up to the event.
 */
export type FeedHandler<T extends EventType> = (
  event: Recorded<T>,
  before: RealmState,
) => (after: RealmState) => readonly ClientEvent[];

export type Feed = { readonly [T in EventType]?: FeedHandler<T> };
