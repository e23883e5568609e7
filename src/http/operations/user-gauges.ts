import { Gauge, type Registry } from 'prom-client';
import type { UserCost } from './user-costs.ts';

/** Registers the gauges of the users who cost most in the last whole minute. The function that it returns sets them all. */
export function userGaugesIn(registry: Registry): (users: readonly UserCost[]) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `verbatim_top_user_${name}`,
      help: `${help}, of the users who cost most in the last whole minute`,
      labelNames: ['realm', 'user'] as const,
      registers: [registry],
    });
  const requests = gauge('requests', 'Requests');
  const received = gauge('received_bytes', 'Bytes of the bodies of requests');
  const answered = gauge('answered_characters', 'Characters of answers, those of polls not counted');
  const seconds = gauge('seconds', 'Seconds from requests to answers, those of polls not counted');
  return (users) => {
    for (const each of [requests, received, answered, seconds]) each.reset();
    for (const { realm, user, ...cost } of users) {
      const labels = { realm, user };
      requests.set(labels, cost.requests);
      received.set(labels, cost.received);
      answered.set(labels, cost.answered);
      seconds.set(labels, cost.ms / 1000);
    }
  };
}
