/**
 * Requests sent in one go are answered in their order: a response stands behind those before it, without the connection. Node tells
 * only the foremost when the connection is gone; the others would wait for ever.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const behind = new WeakMap<Socket, Set<ServerResponse>>();

/** Closes a response with its connection, also while it stands behind another. */
export function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const waiting = behind.get(socket) ?? begin(socket);
  waiting.add(response);
  response.once('socket', () => waiting.delete(response));
}

function begin(socket: Socket): Set<ServerResponse> {
  const waiting = new Set<ServerResponse>();
  behind.set(socket, waiting);
  socket.once('close', () => {
    for (const response of waiting) {
      response.destroy();
      response.emit('close');
    }
  });
  return waiting;
}
