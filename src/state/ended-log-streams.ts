/** Log streams whose earlier events are removed: those that have ended, and those that keep only their newest events. */
import { handlerOf, type On } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { limits } from '../vocabulary/limits.ts';

const ends: On<[], true> = { EventQueueDeleted: () => true, EventQueueExpired: () => true };

export const endsLogStream = (event: Recorded): boolean => handlerOf(ends, event)?.(event) ?? false;

/** Whether the earlier events of the log stream are removed after this event. Not after each, because a removal is also a write. */
export const clearsEphemeral = ({ kind, revision }: Pick<Recorded, 'kind' | 'revision'>): boolean =>
  (kind === 'ephemeral' && (revision + 1) % limits.ephemeralEventsMax === 0) ||
  (kind === 'sink' && (revision + 1) % limits.sinkProgressKeptMax === 0);
