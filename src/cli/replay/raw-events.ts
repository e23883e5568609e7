/** The events of a history as they are stored, for records in the order of the history. */
import type { StoredEvent } from '../../ports/event-log.ts';
import type { History } from '../../replay/history.ts';

export class RawEvents {
  readonly #events: AsyncIterator<StoredEvent>;
  #newest: StoredEvent | undefined;

  constructor(history: History) {
    this.#events = history.readAll(0)[Symbol.asyncIterator]();
  }

  /** Undefined if the history no longer has it. */
  async of(record: string): Promise<string | undefined> {
    const { position } = JSON.parse(record) as { readonly position: number | null };
    if (position === null) return undefined;
    while ((this.#newest?.position ?? 0) < position) {
      const next = await this.#events.next();
      if (next.done) return undefined;
      this.#newest = next.value;
    }
    return this.#newest?.position === position ? JSON.stringify(this.#newest) : undefined;
  }

  async close(): Promise<void> {
    await this.#events.return?.();
  }
}
