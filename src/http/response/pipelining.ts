/**
 * Pipelined requests are answered in their order: a response has no connection while it waits behind earlier ones. When the connection
 * ends, Node before 24 emits `close` only on the first of these responses. Here the others emit it, too. Later ones may emit it twice.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';

/** The responses of a connection that are not complete, and the bytes of the headers of their requests. */
type Unanswered = { readonly responses: Set<ServerResponse>; headerBytes: number };

/**
 * Limits the requests of a connection that have no answer yet, and the bytes of their headers. Requests that were received together are all
 * begun before another connection has its turn.
 */
export class Pipelined {
  readonly #connections = new Map<Socket, Unanswered>();

  /** The responses of all connections that are not complete. */
  get unanswered(): ServerResponse[] {
    return [...this.#connections.values()].flatMap(({ responses }) => [...responses]);
  }

  /** Must be called with each new connection. */
  opened(socket: Socket): void {
    const unanswered: Unanswered = { responses: new Set(), headerBytes: 0 };
    this.#connections.set(socket, unanswered);
    socket.once('close', () => {
      this.#connections.delete(socket);
      for (const response of unanswered.responses) if (!response.socket) response.emit('close');
    });
  }

  /** False, and the connection is closed, if this is one too many. */
  begins(response: ServerResponse): boolean {
    const { socket } = response.req;
    const unanswered = this.#connections.get(socket);
    if (!unanswered) return false;
    const { responses } = unanswered;
    const bytes = responses.size === 0 ? 0 : headerBytesOf(response.req);
    const isTooMuch = unanswered.headerBytes + bytes > limits.pipelinedHeaderBytesMax;
    if (responses.size >= limits.pipelinedMax || isTooMuch) socket.destroy();
    if (socket.destroyed) return false;
    responses.add(response);
    unanswered.headerBytes += bytes;
    response.once('close', () => {
      responses.delete(response);
      unanswered.headerBytes -= bytes;
      // Node 24 would wait for ever for a response that was cut off before its turn.
      if (!response.writableFinished) socket.destroy();
    });
    return true;
  }
}

export const headerBytesOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, url.length);

/** Is aborted with `ClientGone` when the response closes, and so when the client leaves before it is complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new ClientGone());
  response.once('close', abort);
  if (response.req.socket.destroyed) abort();
  return gone.signal;
}
