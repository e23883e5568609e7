/** The events that an interrupted import has appended: the beginning of the export, except some of its last events. */
import type { EventLog } from '../ports/event-log.ts';
import { realmOf } from './export-scope.ts';

export class ImportProgress {
  readonly #events: AsyncGenerator<string, undefined>;
  readonly #aheadMax: number;
  /** The ids of events that were read from the log before `has` was called for them. */
  readonly #ahead = new Set<string>();
  #isOver = false;

  /** `aheadMax`: how many events the log may have before an event that comes earlier in the export. */
  constructor(log: EventLog, after: number, realms: ReadonlySet<number>, aheadMax: number) {
    this.#events = idsIn(log, after, realms);
    this.#aheadMax = aheadMax;
  }

  /**
   * Whether the log has the event. Must be called in the order of the export. If not, `instead` is the id of the event at its place, or
   * undefined if there is none.
   */
  async has(id: string): Promise<true | { readonly instead: string | undefined }> {
    if (this.#ahead.delete(id)) return true;
    while (!this.#isOver && this.#ahead.size <= this.#aheadMax) {
      const next = await this.#events.next();
      if (next.done) this.#isOver = true;
      else if (next.value === id) return true;
      else this.#ahead.add(next.value);
    }
    return { instead: this.#isOver ? undefined : this.left };
  }

  /** The id of an event in the log for which `has` was not called. */
  get left(): string | undefined {
    return [...this.#ahead].at(-1);
  }

  async stop(): Promise<void> {
    await this.#events.return(undefined);
  }
}

async function* idsIn(log: EventLog, after: number, realms: ReadonlySet<number>): AsyncGenerator<string, undefined> {
  for await (const event of log.readAll(after)) if (realms.has(realmOf(event) ?? 0)) yield event.id;
  return undefined;
}
