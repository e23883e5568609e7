/** Log streams of which only the newest events matter. */
import type { Recorded } from '../vocabulary/events/index.ts';
import { ephemeralEventsMax, sinkProgressKeptMax } from '../vocabulary/limits.ts';

/** Whether the earlier events of its log stream are removed after this one: only now and then, because a removal is a write too. */
export const clearsEphemeral = ({ kind, revision }: Pick<Recorded, 'kind' | 'revision'>): boolean =>
  (kind === 'ephemeral' && (revision + 1) % ephemeralEventsMax === 0) ||
  (kind === 'sink' && (revision + 1) % sinkProgressKeptMax === 0);
