/** What operators' tools ask, beside the API and without credentials: `/health/live`, `/health/ready`, `/metrics`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../../webhooks/public-address.ts';
import { requestIdOf } from '../request/request-id.ts';
import { type Problem, problemBody } from '../response/problem.ts';
import { notAllowed, notFound } from '../response/problem-of.ts';
import { bodyOf, type Headers, send } from '../response/respond.ts';
import { type Health, notReady } from './health.ts';
import type { Metrics } from './metrics.ts';

/** How a house is watched. */
export type Watch = { readonly health: () => Promise<Health>; readonly metrics: Metrics };

type Reply = { readonly status: number; readonly body: string; readonly headers?: Headers };

/** Answers what is asked of it; undefined: something else is meant. */
export type Watching = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

export function watching(watch: Watch, { metrics: shown }: Pick<Config, 'metrics'>): Watching {
  const replies: Readonly<Record<string, (request: IncomingMessage) => Promise<Reply>>> = {
    '/health/live': async () => ({ status: 200, body: bodyOf({ status: 'live' }) }),
    '/health/ready': async () => readiness(await watch.health()),
    '/metrics': async (request) => {
      if (shown === 'off') return refusal(notFound);
      if (shown === 'private' && !isNear(request)) return refusal(notForAll);
      const { metrics } = watch;
      return { status: 200, body: await metrics.text(), headers: { 'Content-Type': metrics.contentType } };
    },
  };
  return (request, response) => {
    const url = request.url ?? '/';
    const path = url.split('?', 1)[0] ?? url;
    const reply = Object.hasOwn(replies, path) ? replies[path] : undefined;
    if (!reply) return undefined;
    return answer(request, response, reply);
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (request: IncomingMessage) => Promise<Reply>,
): Promise<void> {
  const asks = request.method === 'GET' || request.method === 'HEAD';
  const { status, body, headers: own } = asks ? await reply(request) : refusal(notAllowed(['GET', 'HEAD']));
  send(response, status, body, { 'X-Request-Id': requestIdOf(request.headers['x-request-id']), ...own });
}

function readiness(health: Health): Reply {
  const failing = notReady(health);
  if (failing.length === 0) return { status: 200, body: bodyOf({ status: 'ready', ...health }) };
  return refusal({ status: 503, msg: `Not ready: ${failing.join(', ')}`, fields: { ...health } });
}

const refusal = (problem: Problem): Reply => ({
  status: problem.status,
  body: problemBody(problem),
  ...(problem.headers && { headers: problem.headers }),
});

const notForAll: Problem = { status: 403, msg: 'Metrics are shown to private addresses only (VERBATIM_METRICS)' };

/** A proxy speaks from nearby for whoever is behind it: what it has passed on does not count as near. */
const isNear = ({ socket, headers }: IncomingMessage): boolean =>
  !isPublicAddress(socket.remoteAddress ?? '') &&
  !['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
