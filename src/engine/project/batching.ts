/**
 * What a batch costs is mostly pages, and a page is written once a batch however many of its entries change: so a batch gathers,
 * unless somebody waits for what is in it. In between, read models lag by this much, and no read ever sees it.
 */
const gatherMs = 200;
/** So many are a batch worth writing. */
export const worthABatch = 256;

/** A wait that somebody can end before its time. */
export class Batching {
  #end: () => void = () => undefined;

  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), gatherMs);
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
