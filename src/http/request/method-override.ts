/**
 * A POST whose body has a field `method` is handled as a request with that method, for clients that can only send GET and POST. It is
 * routed and authorized again, but counted as one request.
 */
import { ProblemError } from '../response/problem.ts';
import { notAllowed } from '../response/problem-of.ts';
import type { Middleware } from './request-context.ts';

/**
 * Answers to these methods have no body, and that is decided before the body is read. So a field `method` cannot name them: they count as
 * unknown.
 */
const bodiless = ['HEAD', 'OPTIONS'];

/** `again`: the steps from routing to the rate limit. */
export const methodInBody =
  (again: Middleware): Middleware =>
  async (context, next) => {
    const { state } = context;
    const method = context.method === 'POST' ? state.body?.method?.toUpperCase() : undefined;
    if (method !== undefined && method !== 'POST') {
      context.method = bodiless.includes(method) ? 'NONE' : method;
      state.endpoint = undefined;
      await again(context, async () => undefined);
    }
    if (!state.endpoint) throw new ProblemError(notAllowed(state.allowed));
    await next();
  };
