/**
 * What happens to a request: find the endpoint, read what was sent, see who asks and how often, validate, call, answer. Each
 * step either hands on or throws what to answer; whatever goes wrong, the answer has `result` and `msg`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, later } from '../define/endpoint.ts';
import type { Logger } from '../engine/logger.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { dispatchTo, type Place } from './dispatch.ts';
import type { Answered } from './operations/metrics.ts';
import { authenticator, userOfApiKey } from './request/authenticate.ts';
import { Called } from './request/call.ts';
import { clientName } from './request/client-name.ts';
import { invalid, missing, readParameters } from './request/parameter-errors.ts';
import { type Plain, plainCalls } from './request/plain.ts';
import { rateLimit } from './request/rate-limit.ts';
import { readBytes, readJson, readParts } from './request/read-body.ts';
import { isHost, realmOfHost } from './request/realm-of-host.ts';
import { told, Underway } from './request/request-context.ts';
import { sentTo } from './request/sent-parameters.ts';
import { nothingSent, readQuery, type Sent } from './request/urlencoded.ts';
import { type Ending, LateReply } from './response/late-reply.ts';
import { ProblemError } from './response/problem.ts';
import { notAllowed, notFound, problemOf } from './response/problem-of.ts';
import { unavailable } from './response/refusals.ts';
import { bodyOf, sendAllowed, sendAnswer, sendProblem, sendTagged } from './response/respond.ts';
import type { Services } from './services.ts';

/** Answers one request; never throws. */
export type Edge = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

/** Stand in a call that has no organization (the root host) or no user (an endpoint for anyone); no id is 0. */
const nowhere = 0 as RealmId;
const nobody = 0 as UserId;

const notJson = { ok: false } as const;

/** The status of an answer that nobody is there for. */
const nobodyThere = 0;

/** Who is told of each answer. */
type Watchers = {
  readonly answered?: Answered | undefined;
  /** Once it is written. */
  readonly given?: (response: ServerResponse) => void;
};

export function edgeOf(
  endpoints: readonly AnyEndpoint[],
  services: Services,
  logger: Logger,
  { answered, given }: Watchers = {},
): Edge {
  const { config } = services;
  const dispatch = dispatchTo(endpoints);
  const plainOf = plainCalls(endpoints);
  const authenticate = authenticator(services);
  const limit = rateLimit(config.requestsPerMinuteMax);
  const logsAll = config.logLevel === 'debug';

  /** Which endpoint is meant, and what was sent to it. */
  async function readSent(request: IncomingMessage, place: Place, query: Sent, underway: Underway) {
    const method = request.method ?? 'GET';
    const declared = place.at(method);
    if (declared) underway.endpoint = declared.endpoint;
    if (!declared && method !== 'POST') throw new ProblemError(notAllowed(place.allowed));
    const bytes = await readBytes(request, config.bodyBytesMax);
    if (declared?.endpoint.body === 'json')
      return { endpoint: declared.endpoint, sent: sentTo(declared, nothingSent, query), json: readJson(bytes) };
    const body = bytes.length === 0 ? nothingSent : readParts(request, bytes);
    const asked = method === 'POST' ? body.method?.toUpperCase() : undefined;
    const meant = asked === undefined || asked === 'POST' ? declared : place.at(asked);
    if (!meant) throw new ProblemError(notAllowed(place.allowed));
    underway.endpoint = meant.endpoint;
    return { endpoint: meant.endpoint, sent: sentTo(meant, body, query), json: undefined };
  }

  /** Who asks, and of which organization. Throws where they may not ask now. */
  function admitted(endpoint: AnyEndpoint, host: string, { headers }: IncomingMessage, sent: Sent, underway: Underway) {
    const realm = realmOfHost(host, config, services.state);
    const realmId = realm ?? nowhere;
    underway.realmId = realmId;
    if (services.state.importing.has(realmId)) throw new ProblemError(unavailable);
    let userId = nobody;
    if (endpoint.access !== 'anyone') {
      userId =
        endpoint.access === 'key'
          ? userOfApiKey(services, realmId, keyIn(sent))
          : authenticate(realm, headers.authorization, endpoint);
      underway.userId = userId;
      underway.rate = limit(realmId, userId, services.now());
    }
    return { realmId, userId, rootHost: realm === undefined };
  }

  /** Undefined: it has been answered. */
  async function handled(
    request: IncomingMessage,
    response: ServerResponse,
    underway: Underway,
  ): Promise<Answer | typeof later | undefined> {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const place = dispatch(mark < 0 ? url : url.slice(0, mark));
    if (!place) throw new ProblemError(notFound);
    if (request.method === 'OPTIONS') {
      sendAllowed(response, place.allowed, underway.headers);
      return undefined;
    }
    const host = hostOf(request);
    const query = mark < 0 ? nothingSent : readQuery(url.slice(mark + 1));
    const { endpoint, sent, json } = await readSent(request, place, query, underway);
    const { realmId, userId, rootHost } = admitted(endpoint, host, request, sent, underway);
    const read = readParameters(endpoint.parameters, sent);
    if (!read.ok) throw new ProblemError(read.problem);
    const known = {
      realmId,
      userId,
      parameters: read.values,
      client: clientName(sent.client, request.headers['user-agent']),
      requestId: underway.requestId,
      origin: config.publicUrl || `http://${host}`,
      rootHost,
      json: json && (json.ok ? json : notJson),
      headers: request.headers as Called['headers'],
    };
    return await endpoint.handle(new Called(known, response, underway, ending), services);
  }

  const ended = (underway: Underway, status: number): void => {
    const ms = performance.now() - underway.began;
    answered?.(underway.endpoint, status, ms / 1000);
    if (logsAll) logger.debug({ ...told(underway), status, ms: Math.round(ms) }, 'answered');
  };

  const ending: Ending = {
    answer(response, underway, answer) {
      const status = underway.endpoint?.tagged
        ? sendTagged(response, bodyOf(answer), underway.headers)
        : sendAnswer(response, answer, underway.headers);
      given?.(response);
      ended(underway, status);
    },
    fail(response, underway, thrown) {
      const problem = problemOf(thrown);
      if (problem && problem.status >= 500) logger.error({ err: thrown, ...told(underway) }, 'a request failed');
      if (problem) sendProblem(response, problem, underway.headers);
      else response.destroy();
      ended(underway, problem?.status ?? nobodyThere);
    },
    leave: (underway) => ended(underway, nobodyThere),
  };

  async function answer(request: IncomingMessage, response: ServerResponse, underway: Underway): Promise<void> {
    try {
      const answer = await handled(request, response, underway);
      if (answer === undefined) ended(underway, response.statusCode);
      else if (answer !== later) ending.answer(response, underway, answer);
    } catch (error) {
      ending.fail(response, underway, error);
    }
  }

  /** The same steps, without those that a plain call needs no answer to. */
  function answerPlainly(
    request: IncomingMessage,
    response: ServerResponse,
    { endpoint, call }: Plain,
    underway: Underway,
  ) {
    underway.endpoint = endpoint;
    try {
      const by = admitted(endpoint, hostOf(request), request, nothingSent, underway);
      const waiting = call(by, new LateReply(response, underway, ending), services);
      return waiting?.catch((error: unknown) => ending.fail(response, underway, error));
    } catch (error) {
      ending.fail(response, underway, error);
      return undefined;
    }
  }

  return (request, response) => {
    const underway = new Underway(request.method, request.headers['x-request-id']);
    const plain = plainOf(request);
    return plain ? answerPlainly(request, response, plain, underway) : answer(request, response, underway);
  };
}

function hostOf({ headers, httpVersion }: IncomingMessage): string {
  const host = headers.host ?? (httpVersion === '1.0' ? 'localhost' : '');
  if (!isHost(host)) throw new ProblemError(invalid('The Host header is not valid'));
  return host;
}

function keyIn(sent: Sent): string {
  if (sent.api_key === undefined) throw new ProblemError(missing('api_key'));
  return sent.api_key;
}
