/** Counts and times every request, and logs each where that is wanted. */
import type { Logger } from '../../engine/logger.ts';
import { type Context, logFacts, type Middleware } from '../request/request-context.ts';
import { onClose } from '../response/pipelining.ts';
import type { Answered } from './metrics.ts';

/** Recorded as the status when the client left before it was answered. */
const clientLeft = 0;

/** A long poll has left koa by the time its steps end, and is counted when it closes. */
export function observe(answered: Answered | undefined, logger: Logger | undefined): Middleware {
  const ended = (context: Context, status: number): void => {
    const ms = performance.now() - context.state.began;
    answered?.(context.state.route, status, ms / 1000);
    logger?.debug({ ...logFacts(context), status, ms: Math.round(ms) }, 'answered');
  };
  return async (context, next) => {
    await next();
    if (context.state.gone) ended(context, clientLeft);
    else if (context.respond !== false) ended(context, context.status);
    else onClose(context.res, () => ended(context, context.res.writableEnded ? context.res.statusCode : clientLeft));
  };
}
