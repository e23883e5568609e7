/**
 * Limits the bytes of answers in memory that clients have not read yet (`held-bytes.ts`). A client that reads nothing for long is
 * disconnected, too. A client whose poll is cut off loses no events.
 */
import { ServerResponse } from 'node:http';
import { HeldBytes } from './held-bytes.ts';

/** A response with its payer (`define/payer.ts`), who is set before it is written. */
export class PaidResponse extends ServerResponse {
  payer = '';
}

export class WriteBackpressure {
  readonly #unread: HeldBytes;
  readonly #stalledMs: number;

  constructor(bytesMax: number, stalledMs: number) {
    this.#unread = new HeldBytes(bytesMax);
    this.#stalledMs = stalledMs;
  }

  get bytes(): number {
    return this.#unread.bytes;
  }

  /** Must be called after an answer was written. Most answers go to the operating system at once, and are not counted. */
  written(response: PaidResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.limitTime(response);
    this.#unread.hold(response, response.payer, bytes);
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
