/**
 * How long events wait to become a batch. A page of the store is written once for each batch, however many of its entries change: without
 * batching, four times as many bytes are written. A read ends the wait, so that no reader notices it.
 */
const batchMs = 200;
/** This many events are committed at once, without a wait for more. */
export const batchedAt = 256;

/** The wait for more events; `end` ends it early. */
export class Batching {
  #end: () => void = () => undefined;

  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), batchMs);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    const end = this.#end;
    this.#end = () => undefined;
    end();
  }
}
