/**
 * Pipelined requests are answered in their order: a response has no connection while it waits behind earlier ones. When the connection
 * ends, Node emits `close` only on the first of these responses.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipelinedMax } from '../../vocabulary/limits.ts';

/**
 * Limits the requests of a connection that have no answer yet. Requests that were received together are all begun before another connection
 * has its turn.
 */
export class Pipelined {
  readonly #unanswered = new WeakMap<Socket, number>();

  /** False, and the connection is closed, if this is one too many. */
  begins(response: ServerResponse): boolean {
    const { socket } = response.req;
    const unanswered = this.#unanswered.get(socket) ?? 0;
    if (unanswered >= pipelinedMax) socket.destroy();
    if (socket.destroyed) return false;
    this.#unanswered.set(socket, unanswered + 1);
    response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1));
    return true;
  }
}

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
