/** Limits of the connections of clients, and of what arrives on them before it is a request. */
import { kib, type Limit, limit, mib } from './limit.ts';

export const connectionLimits = {
  headerBytesMax: limit(
    64 * kib,
    'bytes of the headers of a request',
    'narrows and lists of ids are sent in the query',
    '431 `HEADERS_TOO_LARGE`',
  ),
  connectionPercentMax: limit(
    75,
    'percent of the file descriptors of the process (`ulimit -n`) that connections of clients may take',
    'files, stores and webhooks need the others; Node ends a process that has none left',
    'the network address with the most loses its oldest connection, unless the new one is its own or `VERBATIM_TRUSTED_PROXIES` names a proxy: then the new one is closed at once',
  ),
  partialHeaderBytesMax: limit(
    64 * mib,
    'bytes of all incomplete request headers, added up each second',
    'they stay in memory for up to ten seconds; ordinary headers have a thousand, and arrive at once',
    'the network addresses with the most lose the connections with the most',
  ),
  pipelinedMax: limit(
    20,
    'requests that are sent on one connection before the answer to the first has come (pipelining)',
    'those that arrive together are handled before the next connection has its turn',
    'the connection is closed',
  ),
  pipelinedHeaderBytesMax: limit(
    64 * kib,
    'bytes of the headers of the requests on one connection that wait behind another one (pipelining)',
    'they stay in memory until the answer to the first has come',
    'the connection is closed',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
