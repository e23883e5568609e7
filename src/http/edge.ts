/**
 * What happens to a request: find the endpoint, read what was sent, see who asks and how often, validate, call, answer. Each
 * step either hands on or throws what to answer; whatever goes wrong, the answer has `result` and `msg`.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../engine/logger.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { authenticator, userOfApiKey } from './authenticate.ts';
import { Called } from './called.ts';
import { clientName } from './client-name.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { dispatchTo, type Place } from './dispatch.ts';
import { invalid, missing, readParameters } from './parameter-errors.ts';
import { ProblemError } from './problem.ts';
import { internal, notAllowed, notFound, problemOf } from './problem-of.ts';
import { rateLimit } from './rate-limit.ts';
import { readBytes, readJson, readParts } from './read-body.ts';
import { isHost, realmOfHost } from './realm-of-host.ts';
import { bodyOf, type Headers, send, sendAllowed, sendProblem } from './respond.ts';
import { sentTo } from './sent-parameters.ts';
import type { Services } from './services.ts';
import { nothingSent, readQuery, type Sent } from './urlencoded.ts';

/** Answers one request; never throws. */
export type Edge = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Stand in a call that has no organization (the root host) or no user (an endpoint for anyone); no id is 0. */
const nowhere = 0 as RealmId;
const nobody = 0 as UserId;

const notJson = { ok: false } as const;

export function edgeOf(endpoints: readonly AnyEndpoint[], services: Services, logger: Logger): Edge {
  const { config } = services;
  const dispatch = dispatchTo(endpoints);
  const authenticate = authenticator(services);
  const limit = rateLimit(config.requestsPerMinuteMax);

  /** Which endpoint is meant, and what was sent to it. */
  async function readSent(request: IncomingMessage, place: Place, query: Sent) {
    const method = request.method ?? 'GET';
    const declared = place.at(method);
    if (!declared && method !== 'POST') throw new ProblemError(notAllowed(place.allowed));
    const bytes = await readBytes(request, config.bodyBytesMax);
    if (declared?.endpoint.body === 'json')
      return { endpoint: declared.endpoint, sent: sentTo(declared, nothingSent, query), json: readJson(bytes) };
    const body = bytes.length === 0 ? nothingSent : readParts(request, bytes);
    const asked = method === 'POST' ? body.method?.toUpperCase() : undefined;
    const meant = asked === undefined || asked === 'POST' ? declared : place.at(asked);
    if (!meant) throw new ProblemError(notAllowed(place.allowed));
    return { endpoint: meant.endpoint, sent: sentTo(meant, body, query), json: undefined };
  }

  /** Headers of the answer are collected as they become known, for problems after that point too. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    headers: { rate?: Headers },
  ) {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const place = dispatch(mark < 0 ? url : url.slice(0, mark));
    if (!place) throw new ProblemError(notFound);
    if (request.method === 'OPTIONS') return sendAllowed(response, place.allowed);
    const host = request.headers.host ?? (request.httpVersion === '1.0' ? 'localhost' : '');
    if (!isHost(host)) throw new ProblemError(invalid('The Host header is not valid'));
    const query = mark < 0 ? nothingSent : readQuery(url.slice(mark + 1));
    const { endpoint, sent, json } = await readSent(request, place, query);
    const realm = realmOfHost(host, config, services.state);
    const realmId = realm ?? nowhere;
    let userId = nobody;
    if (endpoint.access !== 'anyone') {
      userId =
        endpoint.access === 'key'
          ? userOfApiKey(services, realmId, keyIn(sent))
          : authenticate(realm, request.headers.authorization, endpoint);
      headers.rate = limit(realmId, userId, services.now());
    }
    const read = readParameters(endpoint.parameters, sent);
    if (!read.ok) throw new ProblemError(read.problem);
    const known = {
      realmId,
      userId,
      parameters: read.values,
      client: clientName(sent.client, request.headers['user-agent']),
      requestId,
      origin: config.publicUrl || `http://${host}`,
      rootHost: realm === undefined,
      json: json && (json.ok ? json : notJson),
      headers: request.headers as Called['headers'],
    };
    const call = new Called(known, response);
    send(response, 200, bodyOf(await endpoint.handle(call, services)), headers.rate);
  }

  return async (request, response) => {
    const requestId = randomUUID();
    const headers: { rate?: Headers } = {};
    try {
      await answer(request, response, requestId, headers);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === internal) logger.error({ err: error, requestId, method: request.method }, 'a request failed');
      if (problem) sendProblem(response, problem, problem.status < 500 ? headers.rate : { 'X-Request-Id': requestId });
      else response.destroy();
    }
  };
}

function keyIn(sent: Sent): string {
  if (sent.api_key === undefined) throw new ProblemError(missing('api_key'));
  return sent.api_key;
}
