/**
 * How read models and snapshots recognize their log. They store the ids and positions of the newest events that they contain, called
 * landmarks. An id is never given twice. So if the log has one of these events at the same position, all earlier events are the same, too.
 */
import type { Landmark } from '../ports/event-log.ts';
import type { LogReader } from '../ports/log-reader.ts';

/** There are several landmarks, because the newest event may be erased later. */
const landmarksMax = 8;

/** The newest landmarks among those that are known and the events that follow. */
export const landmarksAfter = (known: readonly Landmark[], events: readonly Landmark[]): Landmark[] =>
  [...known.slice(-landmarksMax), ...events.slice(-landmarksMax)]
    .slice(-landmarksMax)
    .map(({ id, stream, revision, position }) => ({ id, stream, revision, position }));

/** Whether the log contains the landmarks. Another log does not, nor does an older copy of this one. */
export async function holdsLandmarks(
  log: Pick<LogReader, 'readStream'>,
  landmarks: readonly Landmark[],
): Promise<boolean> {
  for (const { id, stream, revision, position } of landmarks.toReversed()) {
    const [event] = await log.readStream(stream, { from: revision, limit: 1 });
    // In this log an erased event is followed by a later event of its log stream. In another log there is none.
    if (!event) return false;
    if (event.revision === revision) return event.id === id && event.position === position;
  }
  return false;
}
