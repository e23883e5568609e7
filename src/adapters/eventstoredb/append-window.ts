/**
 * Limits the appends that are given to the client at a time. The client has a buffer for 16 messages and queues further ones. When the
 * connection breaks, it rejects the queued messages where nobody can catch the error, which ends the process. Therefore one turn of the
 * event loop begins only as many appends as fit into the buffer. The bytes of unanswered appends are limited to what a connection accepts
 * while the other side reads nothing.
 */
const perTurn = 8;
/** Less than the 64 KiB that an HTTP/2 server accepts on a connection before it must read. */
const bytesMax = 48 * 1024;
/** This many appends may be unanswered whatever their size, because they fit into the buffer. */
const countMin = 16;

type Waiting = { readonly bytes: number; readonly begin: () => void };

export class AppendWindow {
  readonly #waiting: Waiting[] = [];
  #count = 0;
  #bytes = 0;
  #begunThisTurn = 0;
  #newest: Promise<unknown> = Promise.resolve();

  /** Runs `work`, an append of this many bytes, when there is room for it, in the order of the calls. Settles as `work` does. */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ bytes, begin });
      this.#beginSome();
    });
    try {
      const answer = work();
      this.#newest = Promise.allSettled([answer]);
      return await answer;
    } finally {
      this.#count -= 1;
      this.#bytes -= bytes;
      this.#beginSome();
    }
  }

  /** Resolves when the newest of the appends that have begun is answered. The store usually answers in the order of the appends. */
  async answered(): Promise<void> {
    await this.#newest;
  }

  #beginSome(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#begunThisTurn === perTurn) return;
      if (this.#count >= countMin && this.#bytes + next.bytes > bytesMax) return;
      this.#waiting.shift();
      this.#count += 1;
      this.#bytes += next.bytes;
      if (this.#begunThisTurn === 0) setImmediate(() => this.#nextTurn());
      this.#begunThisTurn += 1;
      next.begin();
    }
  }

  #nextTurn(): void {
    this.#begunThisTurn = 0;
    this.#beginSome();
  }
}
