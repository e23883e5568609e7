/** What may go wrong with a request, and whether it may go well when it is sent again. */

/** An answer that is an error. Look at `code`, or at `status` where there is none, and never at the message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** The whole answer; undefined where it was not JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** When the server wants to be asked again. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: ApiError['body'], retryAfterMs?: number) {
    super(typeof body?.msg === 'string' ? body.msg : `the server answered ${status} and no JSON`);
    this.status = status;
    this.code = typeof body?.code === 'string' ? body.code : undefined;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Nothing was done: the server takes the request later. */
export const isRefusedForNow = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** The network or the server is at fault, and the request may have been done or not. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 || error.status === 408 : isOfNetwork(error);

/** `fetch` throws a TypeError where it reaches nobody, and a DOMException where a request took too long. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/** As long as the server says, else twice as long after each attempt, and never the same for two clients that were cut off together. */
export function waitAfter(error: unknown, attempts: number, random: () => number): number {
  const said = error instanceof ApiError ? error.retryAfterMs : undefined;
  const longest = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts, 16));
  return (said ?? longest / 2) + (random() * longest) / 2;
}
