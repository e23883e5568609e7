import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../engine/logger.ts';

/**
 * Logs the errors that koa reports after a handler has answered. If a client closes or resets its connection before a whole file is
 * written, or right after the last byte, that is not a failure of the service.
 */
export const afterHandlers =
  (logger: Logger) =>
  (err: NodeJS.ErrnoException, context?: { readonly req: IncomingMessage }): void => {
    const isOfClient = err.code === 'ERR_STREAM_PREMATURE_CLOSE' || err === context?.req.socket.errored;
    if (isOfClient) logger.info({ err }, 'a client left while it was answered');
    else logger.error({ err }, 'a request failed outside its handler');
  };
