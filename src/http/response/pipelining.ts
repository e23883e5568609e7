/**
 * Pipelined requests are answered in their order: a response has no connection while it waits behind earlier ones. When the connection
 * ends, Node emits `close` on the first of these responses only.
 */
import type { ServerResponse } from 'node:http';

/** Calls `closed` once, when the response is over or its connection has ended, also while it waits behind others. */
export function onClose(response: ServerResponse, closed: () => void): void {
  const { socket } = response.req;
  const once = (): void => {
    response.off('close', once);
    socket.off('close', once);
    closed();
  };
  response.on('close', once);
  socket.on('close', once);
}
