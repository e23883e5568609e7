/** Counts and times every request, and logs each if a logger is given. */
import type { Logger } from '../../engine/logger.ts';
import { type Context, logFacts, type Middleware } from '../request/request-context.ts';
import type { Metrics } from './metrics.ts';

/** Recorded as the status when the client left before it was answered. */
const clientLeft = 0;

/** Whether it is a long poll or an answer of lines, which has left koa. Most of its time is waiting, so that it is not counted as cost. */
const isPoll = (context: Context): boolean => context.respond === false;

/** The length of the body as the client declares it. A body in chunks is not counted. */
const bytesSent = ({ req }: Context): number => Number(req.headers['content-length'] ?? 0) || 0;

/** The characters of a text, or the bytes of a buffer. The bytes of a text are not counted, because that would require reading it again. */
const lengthOf = (body: unknown): number => (typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0);

/** An answer that has left koa is counted when its response closes. */
export function observe(metrics: Metrics | undefined, logger: Logger | undefined): Middleware {
  const ended = (context: Context, status: number): void => {
    const { began, route, realmId, userId } = context.state;
    const now = performance.now();
    const ms = now - began;
    metrics?.answered(route, status, ms / 1000);
    if (realmId !== undefined && userId !== undefined)
      metrics?.costs.add(realmId, userId, now, isPoll(context) ? 0 : ms, bytesSent(context), lengthOf(context.body));
    logger?.debug({ ...logFacts(context), status, ms: Math.round(ms) }, 'answered');
  };
  return async (context, next) => {
    await next();
    const { res } = context;
    if (context.state.gone) ended(context, clientLeft);
    else if (context.respond !== false) ended(context, context.status);
    else res.once('close', () => ended(context, res.writableEnded ? res.statusCode : clientLeft));
  };
}
