/**
 * Events that seem to differ from what was sealed. Each is read again, because the same event may be stored in another form. In a log of an
 * earlier version these may be all events. Therefore only a limited number waits in memory.
 */
import type { LogToVerify } from '../ports/log-to-verify.ts';
import { limits } from '../vocabulary/limits.ts';
import { recordedPrefixes } from '../vocabulary/recorded-kinds.ts';
import { type Examination, type ExaminedEvent, examine, leafHashOfStored } from './examined-event.ts';

/** `after`: the position of the previous event. `hash`: the hash of its leaf in the ledger. */
export type Doubtful = {
  readonly position: number;
  readonly after: number;
  readonly index: number;
  readonly id: string;
  readonly hash: string;
};

export const leafHashIn = ({ leaf }: Pick<ExaminedEvent, 'leaf'>): string | undefined =>
  typeof leaf === 'object' ? leafHashOfStored(leaf) : leaf;

export class DoubtfulEvents {
  readonly #max: number;
  #events = new Map<number, Doubtful>();

  constructor(max = limits.doubtfulEventsMax) {
    this.#max = max;
  }

  add(doubtful: Doubtful): void {
    this.#events.set(doubtful.position, doubtful);
  }

  get isFull(): boolean {
    return this.#events.size >= this.#max;
  }

  /** Reads all of them again. Returns those that differ from what was sealed, in the order of their leaves. */
  async changed(log: Pick<LogToVerify, 'readAll'>, examination: Examination): Promise<Doubtful[]> {
    const doubtful = this.#events;
    this.#events = new Map();
    if (doubtful.size === 0) return [];
    let [after, last] = [Number.POSITIVE_INFINITY, 0];
    for (const one of doubtful.values()) [after, last] = [Math.min(after, one.after), Math.max(last, one.position)];
    for await (const event of log.readAll(after, recordedPrefixes(examination.realmId))) {
      if (event.position > last) break;
      const found = doubtful.get(event.position);
      if (found && leafHashIn(examine(event, examination)) === found.hash) doubtful.delete(event.position);
    }
    return [...doubtful.values()].sort((a, b) => a.index - b.index);
  }
}
