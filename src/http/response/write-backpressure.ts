/**
 * Limits the bytes of answers that clients have not read yet and that are therefore in memory. Beyond the limit, the client with the
 * oldest unread answer is disconnected, and so is a client that reads nothing for long. A poll loses nothing by that. The newest answer
 * is kept whatever its size, so that every client has time to read.
 */
import type { ServerResponse } from 'node:http';
import { onClose } from './pipelining.ts';

export class WriteBackpressure {
  readonly #bytesMax: number;
  readonly #patienceMs: number;
  /** Bytes of each response when it was written, the oldest first. */
  readonly #bytesOf = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(bytesMax: number, patienceMs: number) {
    this.#bytesMax = bytesMax;
    this.#patienceMs = patienceMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** To be called once an answer was written. Most are with the operating system at once, and are not counted. */
  written(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.#bytesOf.set(response, bytes);
    this.#bytes += bytes;
    onClose(response, () => this.#over(response));
    response.setTimeout(this.#patienceMs, () => this.#cut(response));
    for (const oldest of this.#bytesOf.keys()) {
      if (this.#bytes <= this.#bytesMax || oldest === response) break;
      this.#cut(oldest);
    }
  }

  /** The client has read the answer, or is gone. */
  #over(response: ServerResponse): void {
    const bytes = this.#bytesOf.get(response);
    if (bytes === undefined) return;
    this.#bytes -= bytes;
    this.#bytesOf.delete(response);
    // The next answer on this connection has its own time limit.
    const { socket } = response.req;
    if (socket.timeout === this.#patienceMs) socket.setTimeout(0);
  }

  #cut(response: ServerResponse): void {
    this.#over(response);
    response.req.socket.destroy();
  }
}
