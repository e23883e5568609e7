/** The events that an interrupted import has appended: the beginning of the export, without some of the last ones. */
import type { EventLog } from '../ports/event-log.ts';
import { realmOf } from './export-scope.ts';

export class Standing {
  readonly #events: AsyncGenerator<string, undefined>;
  readonly #aheadMax: number;
  /** Ids of events that stand in the log, and were not asked for yet. */
  readonly #ahead = new Set<string>();
  #isOver = false;

  /** `aheadMax`: so many events may stand before one that comes earlier in the export. */
  constructor(log: EventLog, after: number, realms: ReadonlySet<number>, aheadMax: number) {
    this.#events = idsIn(log, after, realms);
    this.#aheadMax = aheadMax;
  }

  /**
   * Whether the event stands in the log; to be asked in the order of the export. Otherwise either nothing, or some other event, stands
   * in its place: that one's id.
   */
  async has(id: string): Promise<true | { readonly instead: string | undefined }> {
    if (this.#ahead.delete(id)) return true;
    while (!this.#isOver && this.#ahead.size <= this.#aheadMax) {
      const next = await this.#events.next();
      if (next.done) this.#isOver = true;
      else if (next.value === id) return true;
      else this.#ahead.add(next.value);
    }
    return { instead: this.#isOver ? undefined : this.#newest };
  }

  /** The id of an event that was never asked for. */
  get left(): string | undefined {
    return this.#newest;
  }

  async stop(): Promise<void> {
    await this.#events.return(undefined);
  }

  get #newest(): string | undefined {
    return [...this.#ahead].at(-1);
  }
}

async function* idsIn(log: EventLog, after: number, realms: ReadonlySet<number>): AsyncGenerator<string, undefined> {
  for await (const event of log.readAll(after)) if (realms.has(realmOf(event) ?? 0)) yield event.id;
  return undefined;
}
