/** One set of parameters out of what stands in the path, the body and the query (api-facts §0.2a, Requests). */
import { type Found, pathParameters } from '../dispatch.ts';
import { ProblemError } from '../response/problem.ts';
import { confusing } from './parameter-errors.ts';
import { nothingSent, readPathWord, type Sent } from './urlencoded.ts';

/** The path wins over the body, the body over the query. Throws what to answer where two names of one parameter were sent. */
export function sentTo({ endpoint, captured }: Found, body: Sent, query: Sent): Sent {
  const together = query === nothingSent && captured.length === 0 && body !== nothingSent;
  const sent: Sent = together ? body : Object.assign(Object.create(null), query, body);
  if (endpoint.aliases)
    for (const alias in endpoint.aliases) {
      const [name, value] = [endpoint.aliases[alias], sent[alias]];
      if (name === undefined || value === undefined) continue;
      if (sent[name] !== undefined) throw new ProblemError(confusing(name, alias));
      sent[name] = value;
    }
  if (captured.length > 0)
    pathParameters(endpoint.path).forEach((name, index) => {
      sent[name] = readPathWord(captured[index] ?? '', name);
    });
  return sent;
}
