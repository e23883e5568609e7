import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../engine/logger.ts';

/**
 * What koa meets after a handler has answered. A client that closes or resets its connection before the whole of a file is written, or as
 * soon as it has read the last byte, is no failure of the service.
 */
export const afterHandlers =
  (logger: Logger) =>
  (err: NodeJS.ErrnoException, context?: { readonly req: IncomingMessage }): void => {
    const isOfClient = err.code === 'ERR_STREAM_PREMATURE_CLOSE' || err === context?.req.socket.errored;
    if (isOfClient) logger.info({ err }, 'a client left while it was answered');
    else logger.error({ err }, 'a request failed outside its handler');
  };
