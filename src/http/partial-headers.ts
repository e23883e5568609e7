/**
 * Limits the bytes of incomplete request headers. Node keeps them in memory and reports headers only when they are complete. Therefore the
 * bytes that connections have received since their last request are added up at intervals.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../vocabulary/limits.ts';
import { networkOfPeer } from './request/client-address.ts';

type Incomplete = { readonly socket: Socket; readonly bytes: number };

export function boundedHeaders(max: number, tooMany: () => void) {
  /** The bytes that each open connection had received when the headers of its last request were complete. */
  const before = new Map<Socket, number>();

  /** Must be called with each new connection. */
  function opened(socket: Socket): void {
    before.set(socket, 0);
    socket.once('close', () => before.delete(socket));
  }

  /** Must be called with each request. */
  function arrived({ socket }: IncomingMessage): void {
    if (before.has(socket)) before.set(socket, socket.bytesRead);
  }

  /** Beyond the limit, the networks with the most bytes lose the connections with the most. */
  function check(): void {
    if (before.size * limits.headerBytesMax <= max) return;
    let all = 0;
    const networks = new Map<string, { bytes: number; readonly of: Incomplete[] }>();
    for (const [socket, bytesBefore] of before) {
      // Some of the bytes may be a body, which Node does not keep.
      const bytes = Math.min(limits.headerBytesMax, socket.bytesRead - bytesBefore);
      if (bytes === 0) continue;
      const network = networkOfPeer(socket);
      const own = networks.get(network) ?? { bytes: 0, of: [] };
      networks.set(network, own);
      own.of.push({ socket, bytes });
      own.bytes += bytes;
      all += bytes;
    }
    if (all <= max) return;
    tooMany();
    for (const { of } of [...networks.values()].sort((one, other) => other.bytes - one.bytes))
      for (const { socket, bytes } of of.sort((one, other) => other.bytes - one.bytes)) {
        if (all <= max) return;
        all -= bytes;
        socket.destroy();
      }
  }

  return { opened, arrived, check };
}
