/**
 * How many requests a user may make a minute: a window that begins with the first request in it. The requests of bots count as their
 * owner's: who makes more bots does not get more.
 */
import type { Millis, RealmId, UserId } from '../../vocabulary/ids.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import type { Middleware } from './request-context.ts';

const windowMs = 60_000;
/** Windows kept before those that are over are looked for. */
const sweepAt = 10_000;

type Window = { endsAt: Millis; used: number };

/** The headers that tell a client where it stands; throws a 429 beyond the limit. */
export type RateLimit = (realmId: RealmId, userId: UserId, now: Millis) => Readonly<Record<string, string>> | undefined;

/** Counts each request of a known user once, and tells in its answer how many are left. */
export function limitRate({ config, now, state: server }: Pick<Services, 'config' | 'now' | 'state'>): Middleware {
  const limit = rateLimit(config.requestsPerMinuteMax);
  return (context, next) => {
    const { state } = context;
    if (state.userId !== undefined && state.realmId !== undefined && !state.counted) {
      state.counted = true;
      const account = server.realms.get(state.realmId)?.directory.accounts.get(state.userId);
      const headers = limit(state.realmId, account?.bot?.ownerId ?? state.userId, now());
      if (headers) context.response.set(headers);
    }
    return next();
  };
}

/** 0: no limit, and no headers. */
export function rateLimit(requestsPerMinuteMax: number): RateLimit {
  if (requestsPerMinuteMax === 0) return () => undefined;
  const windows = new Map<string, Window>();
  let sweepSize = sweepAt;

  return (realmId, userId, now) => {
    const key = `${realmId}.${userId}`;
    const current = windows.get(key);
    const window = current && current.endsAt > now ? current : { endsAt: now + windowMs, used: 0 };
    if (window !== current) windows.set(key, window);
    if (windows.size > sweepSize) {
      for (const [other, { endsAt }] of windows) if (endsAt <= now) windows.delete(other);
      sweepSize = Math.max(sweepAt, 2 * windows.size);
    }
    window.used = Math.min(window.used + 1, requestsPerMinuteMax + 1);
    const headers = {
      'X-RateLimit-Limit': String(requestsPerMinuteMax),
      'X-RateLimit-Remaining': String(Math.max(0, requestsPerMinuteMax - window.used)),
      'X-RateLimit-Reset': String(Math.ceil(window.endsAt / 1000)),
    };
    if (window.used > requestsPerMinuteMax) throw new ProblemError(exceeded((window.endsAt - now) / 1000, headers));
    return headers;
  };
}

export const exceeded = (seconds: number, headers: Readonly<Record<string, string>> = {}): Problem => ({
  status: 429,
  msg: 'API usage exceeded rate limit',
  fields: { 'retry-after': seconds },
  headers: { ...headers, 'Retry-After': String(Math.ceil(seconds)) },
});
