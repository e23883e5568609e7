/** Calls that are asked for all the time, in the very form in which nearly all clients send them: found without reading parameters. */
import type { IncomingMessage } from 'node:http';
import type { PlainCall } from '../../define/endpoint.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { prefix } from '../dispatch.ts';
import type { Services } from '../services.ts';

export type Plain = { readonly endpoint: AnyEndpoint; readonly call: PlainCall<Services> };

/** Undefined: the request is to be read like any other. */
export function plainCalls(endpoints: readonly AnyEndpoint[]): (request: IncomingMessage) => Plain | undefined {
  const byPath = new Map<string, AnyEndpoint>();
  for (const endpoint of endpoints)
    if (endpoint.plain && endpoint.method === 'GET') byPath.set(prefix + endpoint.path, endpoint);
  return ({ method, url = '', headers }) => {
    const mark = url.indexOf('?');
    const endpoint = method === 'GET' && mark > 0 ? byPath.get(url.slice(0, mark)) : undefined;
    if (!endpoint || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return undefined;
    const call = endpoint.plain?.(url.slice(mark + 1));
    return call && { endpoint, call };
  };
}
