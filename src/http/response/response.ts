/**
 * A response that can be written in one go: head and body as one text, one write to the socket. Node's own way takes twice the
 * processor time of the write itself, which is what telling thousands of polls is made of.
 */
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { SharedText } from '../../define/shared-text.ts';

/** Bytes. */
const longFrom = 4096;

export class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Seconds for which a connection stays open without a request, as its client is told; 0: it is not told. */
  get keptSecs(): number {
    return 0;
  }

  /**
   * Writes all of the answer and ends it. False where Node has to do it: behind another answer, where the connection ends after this
   * one, to other versions of HTTP, and without a body. `bytes`: of `body` alone.
   */
  sendWhole(status: number, headers: string, body: string, bytes: number, shared?: SharedText): boolean {
    const { socket, req } = this;
    if (!socket?.writable || socket.writableCorked > 0 || this.headersSent || this.writableEnded) return false;
    if (!this.shouldKeepAlive || req.httpVersion !== '1.1' || req.method === 'HEAD') return false;
    const length = bytes + (shared?.bytes ?? 0);
    const kept = this.keptSecs > 0 ? `Keep-Alive: timeout=${this.keptSecs}\r\n` : '';
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Content-Length: ${length}\r\nDate: ${dateNow()}\r\nConnection: keep-alive\r\n${kept}\r\n`;
    if (length < longFrom) {
      // As many bytes as characters: all of it is ASCII, which is the same in both and copied faster as latin1.
      const text = shared ? head + body + shared.text : head + body;
      socket.write(text, text.length - head.length === length ? 'latin1' : 'utf8');
    } else {
      // A long text would be copied once more behind its head, bytes are not.
      socket.cork();
      if (shared) {
        socket.write(head + body, bytes === body.length ? 'latin1' : 'utf8');
        socket.write(shared.buffer);
      } else {
        socket.write(head, 'latin1');
        socket.write(Buffer.from(body, bytes === body.length ? 'latin1' : 'utf8'));
      }
      socket.uncork();
    }
    // From here on as after `end`: Node waits for this event to take the next request of the connection.
    this.finished = true;
    if (socket.writableLength === 0) process.nextTick(finish, this);
    else socket.write('', 'latin1', (error) => error ?? finish(this));
    return true;
  }
}

/** Of connections that stay open so many seconds without a request. */
export const responsesKept = (secs: number): typeof Response =>
  class<R extends IncomingMessage = IncomingMessage> extends Response<R> {
    override get keptSecs(): number {
      return secs;
    }
  };

/** Who is gone has been told so by `close`. */
function finish(response: ServerResponse): void {
  if (response.socket && !response.socket.destroyed) response.emit('finish');
}

let second = 0;
let date = '';

/** As the Date header has it; written once a second. */
function dateNow(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date().toUTCString();
  }
  return date;
}
