/**
 * How long events wait to become a batch. Each batch writes a page of the store once, however many of its entries change. Without batching,
 * four times as many bytes are written. A reader ends the wait.
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
