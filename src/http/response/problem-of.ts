/** The answer to any error. Undefined if the client has left. An unexpected error is answered with a 500 that names no cause. */
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { FileStoreFull, FileStoreUnavailable } from '../../ports/file-store.ts';
import { ReadStoreDamaged, ReadStoreUnavailable } from '../../ports/read-store.ts';
import { InvalidInput, Refused } from '../../vocabulary/refusals.ts';
import { PastFailed, PastNotReady, TooManyPasts } from '../past/pasts.ts';
import { ClientGone } from '../request/body-errors.ts';
import { invalid } from '../request/parameter-errors.ts';
import { type Problem, ProblemError } from './problem.ts';
import { diskFull, problemOfRefusal, unavailable } from './refusals.ts';

const storeErrors = [EventLogUnavailable, ReadStoreUnavailable, ReadStoreDamaged, FileStoreUnavailable];

const internal: Problem = { status: 500, msg: 'Internal server error' };

export function problemOf(thrown: unknown): Problem | undefined {
  if (thrown instanceof ProblemError) return thrown.problem;
  if (thrown instanceof Refused) return problemOfRefusal(thrown.refusal);
  if (thrown instanceof FileStoreFull) return diskFull;
  if (storeErrors.some((type) => thrown instanceof type)) return unavailable;
  if (thrown instanceof ClientGone) return undefined;
  if (thrown instanceof PastNotReady || thrown instanceof PastFailed) return pastNotReady;
  if (thrown instanceof TooManyPasts) return tooManyPasts;
  // Parameters are validated first. This is the additional validation of a command.
  if (thrown instanceof InvalidInput) return invalid(inputProblem(thrown));
  return internal;
}

function inputProblem({ issues: [issue] }: InvalidInput): string {
  return issue === undefined ? 'Invalid input' : `${issue.path.join('.')}: ${issue.message}`;
}

const pastNotReady: Problem = {
  status: 503,
  msg: 'The moment is still being reconstructed: try again',
  headers: { 'Retry-After': '5' },
};

const tooManyPasts: Problem = {
  status: 503,
  msg: 'Too many moments of the past are in use: try again',
  headers: { 'Retry-After': '5' },
};

export const notFound: Problem = { status: 404, msg: 'Not Found' };

export const notAllowed = (allowed: readonly string[]): Problem => ({
  status: 405,
  msg: 'Method Not Allowed',
  fields: { allowed_methods: allowed },
  headers: { Allow: allowed.join(', ') },
});
