/** The encoding in which a client prefers an answer. */
import { limits } from '../../vocabulary/limits.ts';
import type { Context } from '../request/request-context.ts';

type Asking = Pick<Context, 'acceptsEncodings'> & { readonly req: Pick<Context['req'], 'headers'> };

/** One of those that are offered, or `identity`. All that the header names is compared with each of them. */
export function acceptedEncoding(context: Asking, offered: readonly string[]): string {
  const { 'accept-encoding': header = '' } = context.req.headers;
  return (header.length <= limits.acceptEncodingLengthMax && context.acceptsEncodings([...offered])) || 'identity';
}
