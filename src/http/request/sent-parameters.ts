/** The parameters of the path, the body and the query as one set. */
import { refusesUnknown } from '../../define/endpoint.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { ProblemError } from '../response/problem.ts';
import { confusing, unknownParameter } from './parameter-errors.ts';
import type { Context } from './request-context.ts';
import { pathParametersOf, queryOf, type Sent } from './strict.ts';

/** Every request may have these parameters, whether or not its endpoint declares them. */
const takenEverywhere: ReadonlySet<string> = new Set(['api_key', 'client', 'method', 'reason']);

/**
 * Parameters in the path take precedence over the body, and those in the body over the query. Throws a `ProblemError` if a parameter was
 * sent under two names, or if the endpoint refuses unknown parameters and one was sent.
 */
export function sentParameters(endpoint: AnyEndpoint, context: Context): Sent {
  const { aliases, path, parameters } = endpoint;
  const sent: Sent = Object.assign(queryOf(context), context.state.body);
  if (aliases)
    for (const alias in aliases) {
      const [name, value] = [aliases[alias], sent[alias]];
      if (name === undefined || value === undefined) continue;
      if (sent[name] !== undefined) throw new ProblemError(confusing(name, alias));
      sent[name] = value;
    }
  if (refusesUnknown(endpoint))
    for (const name of Object.keys(sent))
      if (!Object.hasOwn(parameters.shape, name) && !takenEverywhere.has(name))
        throw new ProblemError(unknownParameter(name));
  return path.includes(':') ? Object.assign(sent, pathParametersOf(context, path)) : sent;
}
