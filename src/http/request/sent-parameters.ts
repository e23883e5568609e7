/** The parameters of the path, the body and the query as one set. */
import type { AnyEndpoint } from '../define-endpoint.ts';
import { ProblemError } from '../response/problem.ts';
import { confusing } from './parameter-errors.ts';
import type { Context } from './request-context.ts';
import { pathParametersOf, queryOf, type Sent } from './strict.ts';

/**
 * Parameters in the path take precedence over the body, and those in the body over the query. Throws a `ProblemError` if a parameter was
 * sent under two names.
 */
export function sentParameters({ aliases, path }: AnyEndpoint, context: Context): Sent {
  const sent: Sent = { ...queryOf(context), ...context.state.body };
  if (aliases)
    for (const alias in aliases) {
      const [name, value] = [aliases[alias], sent[alias]];
      if (name === undefined || value === undefined) continue;
      if (sent[name] !== undefined) throw new ProblemError(confusing(name, alias));
      sent[name] = value;
    }
  return path.includes(':') ? Object.assign(sent, pathParametersOf(context, path)) : sent;
}
