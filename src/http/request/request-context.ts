/** The data of one request: koa's `ctx.state`. Answers, log lines and metrics are made from it. */
import { type IncomingMessage, METHODS } from 'node:http';
import type { Layer } from '@koa/router';
import type { Next, ParameterizedContext } from 'koa';
import type { SentFiles } from '../../define/endpoint.ts';
import { newEventId } from '../../engine/decide/stamp.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import type { PaidResponse } from '../response/write-backpressure.ts';
import { fromProxy } from './client-address.ts';
import type { JsonText } from './json-text.ts';
import type { Sent } from './strict.ts';

/** The matched route, which labels the request in metrics. */
export type Route = { readonly method: string; readonly path: string };

export type RequestState = {
  /** Identifies the request in the answer, in every log line and in every event. */
  readonly requestId: string;
  /** When the request began, in milliseconds of the process's monotonic clock. */
  readonly began: number;
  /** The host from the Host header or from an absolute request line. */
  host: string;
  /** The organization of the host. Undefined for the root host. */
  realmId: RealmId | undefined;
  route: Route | undefined;
  /** Undefined outside the API. Also undefined for a POST whose body names the method, until the body is read. */
  endpoint: AnyEndpoint | undefined;
  /** The sorted methods of the path, if the request's own method is not among them. */
  allowed: readonly string[];
  userId: UserId | undefined;
  /** Whether the request has been counted against its user's limit. */
  counted: boolean;
  /** Parameters in the body. */
  body: Sent | undefined;
  /** The body of an endpoint that takes JSON of any shape. */
  payload: JsonText | undefined;
  /** The files in the body of an endpoint that accepts one. */
  files: SentFiles | undefined;
  /** Who may make the request, outside the API. */
  access: 'user' | 'key' | undefined;
  /** Whether the client left before it had sent everything. */
  gone: boolean;
};

/** What `@koa/router` and the server add to koa's context. */
export type RouterPart = {
  params: Record<string, string>;
  captures?: string[];
  matched?: Layer<RequestState, RouterPart>[];
  readonly res: PaidResponse;
};

export type Context = ParameterizedContext<RequestState, RouterPart>;
export type Middleware = (context: Context, next: Next) => Promise<void>;

/** Gives the request its state and its id. */
export function identify(trustedProxies: readonly string[]): Middleware {
  const isFromProxy = fromProxy(trustedProxies);
  return (context, next) => begin(context, requestIdOf(context.req, isFromProxy), next);
}

function begin(context: Context, requestId: string, next: Next): Promise<void> {
  context.state = {
    requestId,
    began: performance.now(),
    host: '',
    realmId: undefined,
    route: undefined,
    endpoint: undefined,
    allowed: [],
    userId: undefined,
    counted: false,
    body: undefined,
    payload: undefined,
    files: undefined,
    access: undefined,
    gone: false,
  };
  context.res.setHeader('X-Request-Id', requestId);
  return next();
}

/** Matches a UUID or 32 hexadecimal digits. Anything else could contain text or a key, and the id is written to the log. */
const proxyId = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/;

/**
 * The id that a trusted proxy gave the request, or a new one. Like event ids, new ids are ordered by time, so that the trail's index of requests
 * grows at its end.
 */
function requestIdOf({ headers, socket }: IncomingMessage, isFromProxy: ReturnType<typeof fromProxy>): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && proxyId.test(header) && isFromProxy(socket) ? header : newEventId();
}

/** The facts in the log line of a request. They include only the declared path, because the address may contain keys, names and text. */
export const logFacts = ({ state, method }: Context) => ({
  requestId: state.requestId,
  method: state.endpoint?.method ?? (METHODS.includes(method) ? method : 'other'),
  route: state.endpoint?.path ?? state.route?.path,
  realm: state.realmId,
  user: state.userId,
});
