/**
 * Limits the bytes of answers in memory that clients have not read yet (`held-bytes.ts`). A client that reads nothing for long is
 * disconnected, too. A client whose poll is cut off loses no events.
 */
import type { ServerResponse } from 'node:http';
import { HeldBytes } from './held-bytes.ts';

/** The owner of answers for which `belongsTo` was not called. */
const nobody = '';

export class WriteBackpressure {
  readonly #unread: HeldBytes;
  readonly #stalledMs: number;
  readonly #owners = new WeakMap<ServerResponse, string>();

  constructor(bytesMax: number, stalledMs: number) {
    this.#unread = new HeldBytes(bytesMax);
    this.#stalledMs = stalledMs;
  }

  get bytes(): number {
    return this.#unread.bytes;
  }

  /** Sets the owner of an answer, a payer (`define/payer.ts`), before it is written. */
  belongsTo(response: ServerResponse, owner: string): void {
    this.#owners.set(response, owner);
  }

  /** Must be called after an answer was written. Most answers go to the operating system at once, and are not counted. */
  written(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.limitTime(response);
    this.#unread.hold(response, this.#owners.get(response) ?? nobody, bytes);
  }

  /** Disconnects the client when it has read nothing of the answer for long. */
  limitTime(response: ServerResponse): void {
    const { socket } = response.req;
    response.setTimeout(this.#stalledMs, () => socket.destroy());
    response.once('finish', () => {
      // The next answer on this connection has its own time limit.
      if (socket.timeout === this.#stalledMs) socket.setTimeout(0);
    });
  }
}
