/**
 * Requests without credentials that are not part of the API's description: `/health/live`, `/health/ready` and `/metrics` for operators,
 * and `/generate_204`, with which mobile clients find out whether there is a network.
 */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../../webhooks/public-address.ts';
import type { Context } from '../request/request-context.ts';
import { bodyOf } from '../response/body.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { notFound } from '../response/problem-of.ts';
import { respond, respondProblem } from '../response/respond.ts';
import { type Operation, prefix } from '../routing.ts';
import { type Health, notReady } from './health.ts';
import type { Metrics } from './metrics.ts';

export type Watch = { readonly health: () => Promise<Health>; readonly metrics: Metrics };

export function operationsOf(watch: Watch, { metrics: shown }: Pick<Config, 'metrics'>): readonly Operation[] {
  return [
    { path: '/health/live', answer: (context) => respond(context, 200, bodyOf({ status: 'live' })) },
    { path: '/health/ready', answer: async (context) => readiness(context, await watch.health()) },
    { path: `${prefix}/generate_204`, answer: noContent },
    {
      path: '/metrics',
      answer: async (context) => {
        if (shown === 'off') throw new ProblemError(notFound);
        if (shown === 'private' && !isLocal(context.req)) throw new ProblemError(notForAll);
        respond(context, 200, await watch.metrics.text(), watch.metrics.contentType);
      },
    },
  ];
}

function noContent(context: Context): void {
  context.status = 204;
}

function readiness(context: Context, health: Health): void {
  const failing = notReady(health);
  if (failing.length === 0) respond(context, 200, bodyOf({ status: 'ready', ...health }));
  else respondProblem(context, { status: 503, msg: `Not ready: ${failing.join(', ')}`, fields: { ...health } });
}

const notForAll: Problem = {
  status: 403,
  code: 'FORBIDDEN',
  msg: 'Metrics are shown to private addresses only (VERBATIM_METRICS)',
};

/** Whether the request is local. One that a proxy passed on does not count as local, because its client may be anywhere. */
const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  !isPublicAddress(socket.remoteAddress ?? '') &&
  !['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
