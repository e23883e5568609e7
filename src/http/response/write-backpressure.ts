/**
 * Limits the bytes of answers that clients have not read yet, which are in memory. Beyond the limit, the user with the most unread bytes, in
 * the organization with the most, loses the connection of their oldest unread answer. A client that reads nothing for long is disconnected,
 * too. A poll that is cut off loses no events. The newest answer is kept whatever its size, so that every client has time to read.
 */
import type { ServerResponse } from 'node:http';
import { ownerWithMost } from './owner-with-most.ts';
import { onClose } from './pipelining.ts';

/** The unread answers of a user, the oldest first, each with the unread bytes when it was written. */
type Unread = { bytes: number; readonly of: Map<ServerResponse, number> };

/** The owner of answers for which `belongsTo` was not called. */
const nobody = '';

export class WriteBackpressure {
  readonly #bytesMax: number;
  readonly #patienceMs: number;
  readonly #owners = new WeakMap<ServerResponse, string>();
  readonly #unread = new Map<string, Unread>();
  #bytes = 0;

  constructor(bytesMax: number, patienceMs: number) {
    this.#bytesMax = bytesMax;
    this.#patienceMs = patienceMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Sets the owner of an answer, a payer (`define/payer.ts`), before it is written. */
  belongsTo(response: ServerResponse, owner: string): void {
    this.#owners.set(response, owner);
  }

  /** Must be called after an answer was written. Most answers go to the operating system at once, and are not counted. */
  written(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    const owner = this.#owners.get(response) ?? nobody;
    const unread = this.#unread.get(owner) ?? { bytes: 0, of: new Map() };
    this.#unread.set(owner, unread);
    unread.of.set(response, bytes);
    unread.bytes += bytes;
    this.#bytes += bytes;
    onClose(response, () => this.#over(response, owner));
    this.limitTime(response);
    while (this.#bytes > this.#bytesMax && this.#cutOldest(response));
  }

  /** Disconnects the client when it has read nothing of the answer for long. */
  limitTime(response: ServerResponse): void {
    const { socket } = response.req;
    response.setTimeout(this.#patienceMs, () => socket.destroy());
    response.once('finish', () => {
      // The next answer on this connection has its own time limit.
      if (socket.timeout === this.#patienceMs) socket.setTimeout(0);
    });
  }

  /**
   * Disconnects the client with the oldest answer of the user with the most unread bytes, in the organization with the most. False if only
   * `kept` is left.
   */
  #cutOldest(kept: ServerResponse): boolean {
    const oldestOf = (owner: string): ServerResponse | undefined => this.#unread.get(owner)?.of.keys().next().value;
    const amounts = new Map([...this.#unread].map(([owner, { bytes }]) => [owner, bytes]));
    const most = ownerWithMost(amounts, (owner) => oldestOf(owner) !== kept);
    const oldest = most === undefined ? undefined : oldestOf(most);
    if (most === undefined || !oldest) return false;
    this.#over(oldest, most);
    oldest.req.socket.destroy();
    return true;
  }

  /** The client has read the answer, or is gone. */
  #over(response: ServerResponse, owner: string): void {
    const unread = this.#unread.get(owner);
    const bytes = unread?.of.get(response);
    if (!unread || bytes === undefined) return;
    unread.of.delete(response);
    unread.bytes -= bytes;
    if (unread.of.size === 0) this.#unread.delete(owner);
    this.#bytes -= bytes;
  }
}
