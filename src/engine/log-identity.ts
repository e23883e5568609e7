/**
 * How read models and snapshots recognize their log: they name the last events that are in them. Where the newest of these that was not erased stands in
 * the log with the same id at the same position, all earlier events are the same, too, because an id is never given twice.
 */
import type { Landmark } from '../ports/event-log.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { Recorded } from '../vocabulary/events/index.ts';

/** Several, because the newest may be erased later. */
const landmarksMax = 8;

/** Remembers the newest events that were followed. */
export class RecentEvents {
  readonly #events: Landmark[];

  /** `landmarks`: those of the snapshot that this process started from. */
  constructor(landmarks: readonly Landmark[]) {
    this.#events = [...landmarks];
  }

  see(event: Recorded): void {
    this.#events.push(event);
    if (this.#events.length >= 8 * landmarksMax) this.#events.splice(0, this.#events.length - landmarksMax);
  }

  landmarks(): Landmark[] {
    return landmarksAfter(this.#events, []);
  }
}

/** The newest of what is known already and of the events that follow. */
export const landmarksAfter = (known: readonly Landmark[], events: readonly Landmark[]): Landmark[] =>
  [...known.slice(-landmarksMax), ...events.slice(-landmarksMax)]
    .slice(-landmarksMax)
    .map(({ id, stream, revision, position }) => ({ id, stream, revision, position }));

/** Whether the log holds these events. It does not where it is another log, or an older copy of this one. */
export async function holdsLandmarks(
  log: Pick<LogReader, 'readStream'>,
  landmarks: readonly Landmark[],
): Promise<boolean> {
  for (const { id, stream, revision, position } of landmarks.toReversed()) {
    const [event] = await log.readStream(stream, { from: revision, limit: 1 });
    // An erased event is followed by a later one in its log stream. In another log there is none.
    if (!event) return false;
    if (event.revision === revision) return event.id === id && event.position === position;
  }
  return false;
}
