/**
 * Limits bytes that requests or answers hold in memory. Beyond the limit, the user with the most bytes, in the organization with the most,
 * loses the connection of the oldest request that holds some. The newest is kept whatever its size, so that every request gets its chance.
 */
import type { ServerResponse } from 'node:http';
import { ownerWithMost } from './owner-with-most.ts';

/** What a user holds, the oldest first. */
type Held = { bytes: number; readonly by: Map<ServerResponse, number> };

export class HeldBytes {
  readonly #max: number;
  readonly #owners = new Map<string, Held>();
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds to what a request or its answer holds until its answer is complete or its client is gone. `owner`: a payer (`define/payer.ts`). */
  hold(response: ServerResponse, owner: string, bytes: number): void {
    if (response.req.socket.destroyed) return;
    const held = this.#owners.get(owner) ?? { bytes: 0, by: new Map() };
    this.#owners.set(owner, held);
    const before = held.by.get(response);
    if (before === undefined) response.once('close', () => this.#release(response, owner));
    held.by.set(response, (before ?? 0) + bytes);
    held.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#max && this.#cutOldest(response));
  }

  /** False if only `kept` is left. */
  #cutOldest(kept: ServerResponse): boolean {
    const oldestOf = (owner: string): ServerResponse | undefined => this.#owners.get(owner)?.by.keys().next().value;
    const amounts = new Map([...this.#owners].map(([owner, { bytes }]) => [owner, bytes]));
    const most = ownerWithMost(amounts, (owner) => oldestOf(owner) !== kept);
    const oldest = most === undefined ? undefined : oldestOf(most);
    if (most === undefined || !oldest) return false;
    this.#release(oldest, most);
    oldest.req.socket.destroy();
    return true;
  }

  #release(response: ServerResponse, owner: string): void {
    const held = this.#owners.get(owner);
    const bytes = held?.by.get(response);
    if (!held || bytes === undefined) return;
    held.by.delete(response);
    held.bytes -= bytes;
    if (held.by.size === 0) this.#owners.delete(owner);
    this.#bytes -= bytes;
  }
}
