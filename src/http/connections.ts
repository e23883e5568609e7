/**
 * Limits the open connections. At the limit, a new connection closes the oldest one of the network with the most, so that idle connections
 * of one network cannot keep others out. If the new connection is from that network, it is closed itself.
 */
import type { Socket } from 'node:net';
import { networkOfPeer } from './request/client-address.ts';

export class Connections {
  readonly #max: number;
  readonly #ofProxies: boolean;
  readonly #tooMany: () => void;
  /** By network, the oldest first. */
  readonly #open = new Map<string, Set<Socket>>();
  #count = 0;

  /** `ofProxies`: one network may have the connections of many clients. Then only new connections are closed. */
  constructor(max: number, ofProxies: boolean, tooMany: () => void) {
    this.#max = max;
    this.#ofProxies = ofProxies;
    this.#tooMany = tooMany;
  }

  /** Must be called with each new connection. */
  opened(socket: Socket): void {
    const network = networkOfPeer(socket);
    const own = this.#open.get(network) ?? new Set();
    this.#open.set(network, own.add(socket));
    this.#count += 1;
    socket.once('close', () => this.#forget(network, socket));
    if (this.#count <= this.#max) return;
    this.#tooMany();
    const [most, sockets] = this.#ofProxies ? [network, own] : this.#withMost(network, own);
    const [oldest] = sockets;
    const closed = sockets.size > own.size && oldest ? oldest : socket;
    this.#forget(closed === socket ? network : most, closed);
    closed.destroy();
  }

  #withMost(network: string, sockets: Set<Socket>): [string, Set<Socket>] {
    let most: [string, Set<Socket>] = [network, sockets];
    for (const one of this.#open) if (one[1].size > most[1].size) most = one;
    return most;
  }

  #forget(network: string, socket: Socket): void {
    const sockets = this.#open.get(network);
    if (!sockets?.delete(socket)) return;
    this.#count -= 1;
    if (sockets.size === 0) this.#open.delete(network);
  }
}
