/** The events of a history at ascending positions, as they are stored. */
import type { StoredEvent } from '../../ports/event-log.ts';
import type { History } from '../../replay/history.ts';

/** So many events are rather read over than sought. */
const readOver = 1_000;

export class RawEvents {
  readonly #history: History;
  /** Whether reading from a position on costs less than reading up to it. */
  readonly #seeks: boolean;
  #events: AsyncIterator<StoredEvent> | undefined;
  #at = 0;

  constructor(history: History, { seeks }: { readonly seeks: boolean }) {
    this.#history = history;
    this.#seeks = seeks;
  }

  /** Undefined where the history has it no longer. */
  async at(position: number): Promise<StoredEvent | undefined> {
    if (this.#seeks && position - this.#at > readOver) await this.close();
    while (this.#at < position) {
      this.#events ??= this.#history.readAll(this.#seeks ? position - 1 : this.#at)[Symbol.asyncIterator]();
      const next = await this.#events.next();
      if (next.done) {
        this.#events = undefined;
        return undefined;
      }
      this.#at = next.value.position;
      if (this.#at === position) return next.value;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#events?.return?.();
    this.#events = undefined;
  }
}
