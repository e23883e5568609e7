/**
 * By which events a snapshot knows the log that it is of: the last ones that are in it, the newest last. The newest that still
 * stands must be the one remembered, for ids are never given twice: then all before it is the same, too.
 */
import type { EventLog } from '../../ports/event-log.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';

export type Landmark = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
};

/** Several, because the newest may be erased. */
const landmarksMax = 8;

/** The events that were followed of late, as far as somebody may need them as landmarks. */
export class Recent {
  readonly #events: Landmark[];

  /** What is known from a snapshot. */
  constructor(landmarks: readonly Landmark[]) {
    this.#events = [...landmarks];
  }

  see(event: Recorded): void {
    this.#events.push(event);
    if (this.#events.length >= 8 * landmarksMax) this.#events.splice(0, this.#events.length - landmarksMax);
  }

  landmarks(): Landmark[] {
    return this.#events
      .slice(-landmarksMax)
      .map(({ id, stream, revision, position }) => ({ id, stream, revision, position }));
  }
}

/** Whether the log holds them, and is not another's or an older copy. */
export async function isOf(log: EventLog, landmarks: readonly Landmark[]): Promise<boolean> {
  for (const { id, stream, revision, position } of landmarks.toReversed()) {
    const [event] = await log.readStream(stream, { from: revision, limit: 1 });
    // What was erased has left something later behind; in another log there is nothing.
    if (!event) return false;
    if (event.revision === revision) return event.id === id && event.position === position;
  }
  return false;
}
