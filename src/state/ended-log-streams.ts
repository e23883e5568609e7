/** Log streams that end. After these events, the earlier events of the stream are no longer needed. */
import { handlerOf, type On } from '../define/handlers.ts';
import type { Recorded } from '../vocabulary/events/index.ts';

const ends: On<[], true> = { EventQueueDeleted: () => true, EventQueueExpired: () => true };

export const endsLogStream = (event: Recorded): boolean => handlerOf(ends, event)?.(event) ?? false;
