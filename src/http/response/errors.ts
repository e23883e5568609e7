/** Turns every error of a later step into an answer. */
import type { Logger } from '../../engine/logger.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { PastNotReady, PastsTaken } from '../past/pasts.ts';
import { type Context, logFacts, type Middleware } from '../request/request-context.ts';
import { problemOf } from './problem-of.ts';
import { respondProblem } from './respond.ts';

export const errorsToAnswers =
  (logger: Logger): Middleware =>
  async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      respondThrown(context, thrown, logger);
    }
  };

/**
 * Whether the service is too busy. Such errors are not logged, because callers can cause them, some even without a key, and a log line for
 * each would fill the disk. `/metrics` counts them.
 */
const isTooBusy = (thrown: unknown): boolean =>
  thrown instanceof PastsTaken ||
  thrown instanceof PastNotReady ||
  (thrown instanceof Refused && thrown.refusal.code === 'unavailable' && thrown.refusal.cause === 'too-busy');

/** Answers with the thrown error, or ends the connection if the client is gone. */
export function respondThrown(context: Context, thrown: unknown, logger: Logger): void {
  const problem = problemOf(thrown);
  if (!problem) {
    context.respond = false;
    context.state.gone = true;
    context.res.destroy();
    return;
  }
  if (problem.status >= 500 && !isTooBusy(thrown))
    logger.error({ err: thrown, ...logFacts(context) }, 'a request failed');
  respondProblem(context, problem);
}
