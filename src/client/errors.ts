/** The failures of a request, and whether the request may succeed if it is repeated. */

/** An error answer. Check `code`, or `status` if there is no code, but never the message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** The whole answer; undefined if it was not JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The pause that the server requests before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: ApiError['body'], retryAfterMs?: number) {
    super(typeof body?.msg === 'string' ? body.msg : `the server answered ${status} and no JSON`);
    this.status = status;
    this.code = typeof body?.code === 'string' ? body.code : undefined;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether nothing was done because the server accepts the request only later. */
export const isRefusedForNow = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** Whether the network or the server has failed, so that the request may or may not have been carried out. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 || error.status === 408 : isOfNetwork(error);

/** Whether a proxy, or the sign-in page of a network, gave the answer. The service's own answers have a `result`. */
export const isForeign = (error: unknown): boolean => error instanceof ApiError && error.body?.result === undefined;

/** `fetch` throws a TypeError if it cannot connect, and a DOMException if a request took too long. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * The pause that the server requested. Otherwise it doubles after each attempt, with a random part, so that clients that were disconnected
 * together do not return together.
 */
export function waitAfter(error: unknown, attempts: number, random: () => number): number {
  const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : undefined;
  const longest = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts, 16));
  return (retryAfterMs ?? longest / 2) + (random() * longest) / 2;
}
