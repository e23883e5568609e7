/** Log streams that end: after these events, the earlier ones of their stream are of no use to anybody. */
import { handlerOf, type On } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';

const ends: On<[], true> = { EventQueueDeleted: () => true, EventQueueExpired: () => true };

export const endsLogStream = (event: Recorded): boolean => handlerOf(ends, event) !== undefined;
