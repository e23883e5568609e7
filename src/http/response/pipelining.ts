/**
 * Pipelined requests are answered in their order: a response has no connection while it waits behind earlier ones. When the connection
 * ends, Node emits `close` only on the first of these responses.
 */
import type { ServerResponse } from 'node:http';

/** Calls `closed` once, when the response is complete or its connection has ended, even while it waits behind others. */
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
