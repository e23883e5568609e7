/** Turns every error of a later step into an answer. */
import type { Context, Middleware } from '../request/request-context.ts';
import type { LogFailure } from './failures.ts';
import { problemOf } from './problem-of.ts';
import { respondProblem } from './respond.ts';

export const errorsToAnswers =
  (logFailure: LogFailure): Middleware =>
  async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      respondThrown(context, thrown, logFailure);
    }
  };

/** Answers with the thrown error, or ends the connection if the client is gone. */
export function respondThrown(context: Context, thrown: unknown, logFailure: LogFailure): void {
  const problem = problemOf(thrown);
  if (!problem) {
    context.respond = false;
    context.state.gone = true;
    context.res.destroy();
    return;
  }
  if (problem.status >= 500) logFailure(context, thrown);
  respondProblem(context, problem);
}
