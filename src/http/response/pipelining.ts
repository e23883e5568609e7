/**
 * Pipelined requests are answered in their order: a response has no connection while it waits behind earlier ones. When the connection
 * ends, Node emits `close` only on the first of these responses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';

/**
 * Limits the requests of a connection that have no answer yet, and the bytes of their headers. Requests that were received together are all
 * begun before another connection has its turn.
 */
export class Pipelined {
  readonly #unanswered = new WeakMap<Socket, { requests: number; headerBytes: number }>();

  /** False, and the connection is closed, if this is one too many. */
  begins(response: ServerResponse): boolean {
    const { socket } = response.req;
    const unanswered = this.#unanswered.get(socket) ?? { requests: 0, headerBytes: 0 };
    const bytes = unanswered.requests === 0 ? 0 : headerBytesOf(response.req);
    const isTooMuch = unanswered.headerBytes + bytes > limits.pipelinedHeaderBytesMax;
    if (unanswered.requests >= limits.pipelinedMax || isTooMuch) socket.destroy();
    if (socket.destroyed) return false;
    this.#unanswered.set(socket, unanswered);
    unanswered.requests += 1;
    unanswered.headerBytes += bytes;
    response.once('close', () => {
      unanswered.requests -= 1;
      unanswered.headerBytes -= bytes;
    });
    return true;
  }
}

const headerBytesOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, url.length);

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

/** Is aborted with `ClientGone` when the response closes, and so when the client leaves before it is complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new ClientGone());
  onClose(response, abort);
  if (response.req.socket.destroyed) abort();
  return gone.signal;
}
