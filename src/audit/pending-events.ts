/**
 * Events that no entry of the ledger has named so far, by id. An id belongs to one event. If somebody wrote a second event with the id of
 * another one, the entry tells which of them was sealed.
 */
import { type ExaminedEvent, leafHashIn } from './examined-event.ts';

export type Place = Pick<ExaminedEvent, 'id' | 'position'>;

export type PendingEvent = Pick<ExaminedEvent, 'id' | 'position' | 'at' | 'as' | 'leaf' | 'removal'>;

const placeOf = ({ id, position }: Place): Place => ({ id, position });
const isRecorded = ({ as }: PendingEvent): boolean => as === 'recorded';

export class PendingEvents {
  /** In the order of the log, except for those that were `further` ones. */
  readonly #events = new Map<string, PendingEvent>();
  /** Further events with the id of one of these. Usually there is none. */
  readonly #further = new Map<string, PendingEvent[]>();
  /** Recorded events that have the id of another event, and are not known to be the one that was sealed. */
  readonly duplicates: Place[] = [];

  add(event: PendingEvent): void {
    const { id } = event;
    const further = this.#further.get(id);
    if (further) further.push(event);
    else if (this.#events.has(id)) this.#further.set(id, [event]);
    else this.#events.set(id, event);
  }

  /**
   * The event that an entry of the ledger names; undefined if there is none. `hash`: of its leaf, which distinguishes it from other events
   * with its id.
   */
  take(id: string, hash: string): PendingEvent | undefined {
    const event = this.#events.get(id);
    if (!event || !this.#further.has(id)) {
      this.#events.delete(id);
      return event;
    }
    const all = this.#removed(id);
    const named = all.find((one) => leafHashIn(one) === hash) ?? all.find(isRecorded) ?? event;
    this.duplicates.push(...all.filter((one) => one !== named && isRecorded(one)).map(placeOf));
    return named;
  }

  /** Removes events up to a position, because later ones are sealed. Returns those that should have been sealed. */
  passedOver(position: number): Place[] {
    const passed: Place[] = [];
    for (const [id, event] of this.#events) {
      if (event.position > position) break;
      const [, ...further] = this.#removed(id);
      if (isRecorded(event)) (further.some(isRecorded) ? this.duplicates : passed).push(placeOf(event));
      for (const one of further) this.add(one);
    }
    return passed;
  }

  /** The recorded events that are left. */
  left(): PendingEvent[] {
    for (const further of this.#further.values()) this.duplicates.push(...further.filter(isRecorded).map(placeOf));
    this.#further.clear();
    return [...this.#events.values()].filter(isRecorded);
  }

  #removed(id: string): PendingEvent[] {
    const [event, further = []] = [this.#events.get(id), this.#further.get(id)];
    this.#events.delete(id);
    this.#further.delete(id);
    return event ? [event, ...further] : [];
  }
}
