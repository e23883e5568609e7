/**
 * Limits the requests of a user per minute, in a window that begins with the first request in it. The requests of bots count against their
 * owner, so that a user with more bots does not get more requests.
 */
import type { ServerState } from '../../state/realm-state.ts';
import type { Millis, RealmId, UserId } from '../../vocabulary/ids.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import type { Context, Middleware } from './request-context.ts';

const windowMs = 60_000;
/** With more windows than this, those that have ended are removed. */
const sweepAt = 10_000;

type Window = { endsAt: Millis; used: number };

type Headers = Readonly<Record<string, string>>;

/**
 * Counts each request of an authenticated user once, and reports in its answer how many are left. Long polls are counted separately, up to
 * the same number, because the actions of other users decide how often polls are answered.
 */
export function limitRate({ now, state: server }: Pick<Services, 'now' | 'state'>, limit: RateLimit): Middleware {
  return (context, next) => {
    const { state } = context;
    if (state.userId !== undefined && state.realmId !== undefined && !state.counted) {
      state.counted = true;
      const payer = payerOf(server, state.realmId, state.userId);
      const headers = limit.count(state.realmId, payer, now(), countedAs(context));
      if (headers) context.response.set(headers);
    }
    return next();
  };
}

/** What a request counts as, and what is charged for it. */
export function countedAs({ state: { endpoint }, querystring }: Context): 'requests' | 'polls' {
  const name = endpoint?.pollsBy;
  return name !== undefined && `&${querystring}`.includes(`&${name}=`) ? 'polls' : 'requests';
}

/** The user whose limit a request counts against. For a bot, that is its owner. */
export const payerOf = (server: ServerState, realmId: RealmId, userId: UserId): UserId =>
  server.realms.get(realmId)?.directory.accounts.get(userId)?.bot?.ownerId ?? userId;

export class RateLimit {
  readonly #max: number;
  readonly #windows = new Map<string, Window>();
  #sweepSize = sweepAt;

  /** With 0 there is no limit, and there are no headers. */
  constructor(requestsPerMinuteMax: number) {
    this.#max = requestsPerMinuteMax;
  }

  /** Returns the headers with the client's limit. Throws a 429 beyond the limit. A refused request is not counted. */
  count(realmId: RealmId, userId: UserId, now: Millis, what: 'requests' | 'polls' = 'requests'): Headers | undefined {
    if (this.#max === 0) return undefined;
    const window = this.#windowOf(`${what}.${realmId}.${userId}`, now);
    const isOver = window.used >= this.#max;
    if (!isOver) window.used += 1;
    const headers = {
      'X-RateLimit-Limit': String(this.#max),
      'X-RateLimit-Remaining': String(Math.max(0, this.#max - window.used)),
      'X-RateLimit-Reset': String(Math.ceil(window.endsAt / 1000)),
    };
    if (isOver) throw new ProblemError(exceeded((window.endsAt - now) / 1000, headers));
    return headers;
  }

  /**
   * Charges a request that was counted with this many more. Anything beyond the limit is taken from the next minutes. A negative number
   * gives back what was charged in advance.
   */
  charge(
    realmId: RealmId,
    userId: UserId,
    requests: number,
    now: Millis,
    what: 'requests' | 'polls' = 'requests',
  ): void {
    if (this.#max === 0 || requests === 0) return;
    const window = this.#windowOf(`${what}.${realmId}.${userId}`, now);
    window.used = Math.max(0, window.used + requests);
  }

  #windowOf(key: string, now: Millis): Window {
    const current = this.#windows.get(key);
    if (current && current.endsAt > now) return current;
    const window = { endsAt: now + windowMs, used: current ? this.#owed(current, now) : 0 };
    this.#windows.set(key, window);
    if (this.#windows.size > this.#sweepSize) this.#sweep(now);
    return window;
  }

  /** The charges beyond the limit of the window and of the minutes since. */
  #owed({ endsAt, used }: Window, now: Millis): number {
    return Math.max(0, used - this.#max * (1 + Math.floor((now - endsAt) / windowMs)));
  }

  #sweep(now: Millis): void {
    for (const [key, window] of this.#windows)
      if (window.endsAt <= now && this.#owed(window, now) === 0) this.#windows.delete(key);
    this.#sweepSize = Math.max(sweepAt, 2 * this.#windows.size);
  }
}

export const exceeded = (seconds: number, headers: Readonly<Record<string, string>> = {}): Problem => ({
  status: 429,
  msg: 'API usage exceeded rate limit',
  fields: { 'retry-after': seconds },
  headers: { ...headers, 'Retry-After': String(Math.ceil(seconds)) },
});
