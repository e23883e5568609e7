import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../engine/logger.ts';

/** The codes of errors of a connection that the other side has closed or reset, or that is lost. */
const endedByClient = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * Logs the errors that koa reports after a handler has answered, each once. If a client closes or resets its connection before a whole file
 * is written, or right after the last byte, that is not a failure of the service. It is logged for debugging only, because anybody can cause
 * it without a key, with an avatar for instance. A file that fails while it is sent is a failure, although its error ends the connection, too.
 */
export function logKoaErrors(
  logger: Logger,
): (err: NodeJS.ErrnoException, context?: { readonly req: IncomingMessage }) => void {
  const logged = new WeakSet<Error>();
  return (err, context) => {
    if (logged.has(err)) return;
    logged.add(err);
    const isOfConnection = err === context?.req.socket.errored && endedByClient.has(err.code ?? '');
    if (err.code === 'ERR_STREAM_PREMATURE_CLOSE' || isOfConnection)
      logger.debug({ err }, 'a client left while it was answered');
    else logger.error({ err }, 'a request failed outside its handler');
  };
}
