/**
 * Limits the open connections. At the limit, a new connection closes the oldest one of the network with the most, so that idle connections
 * of one network cannot keep others out. If the new connection is from that network, it is closed itself.
 */
import type { Socket } from 'node:net';
import { networkOfPeer } from './request/client-address.ts';

/**
 * The returned function must be called with each new connection. `ofProxies`: one network may have the connections of many clients. Then only
 * new connections are closed.
 */
export function boundedConnections(max: number, ofProxies: boolean, tooMany: () => void) {
  /** By network, the oldest first. */
  const open = new Map<string, Set<Socket>>();
  let count = 0;

  function withMost(network: string, sockets: Set<Socket>): [string, Set<Socket>] {
    let most: [string, Set<Socket>] = [network, sockets];
    for (const one of open) if (one[1].size > most[1].size) most = one;
    return most;
  }

  function forget(network: string, socket: Socket): void {
    const sockets = open.get(network);
    if (!sockets?.delete(socket)) return;
    count -= 1;
    if (sockets.size === 0) open.delete(network);
  }

  return (socket: Socket): void => {
    const network = networkOfPeer(socket);
    const own = open.get(network) ?? new Set();
    open.set(network, own.add(socket));
    count += 1;
    socket.once('close', () => forget(network, socket));
    if (count <= max) return;
    tooMany();
    const [most, sockets] = ofProxies ? [network, own] : withMost(network, own);
    const [oldest] = sockets;
    const closed = sockets.size > own.size && oldest ? oldest : socket;
    forget(closed === socket ? network : most, closed);
    closed.destroy();
  };
}
