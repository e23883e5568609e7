import type { Refusal, RefusalCode } from '../../vocabulary/refusals.ts';

/** An error answer. It has a `code` exactly where the original API has one (docs/api.md, Errors). */
export type Problem = {
  readonly status: number;
  readonly code?: string;
  readonly msg: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The answers to the refusals whose codes match `C`. If one is missing, the table does not compile. */
export type ProblemsOf<C extends string> = {
  readonly [One in Extract<RefusalCode, C>]: (refusal: Refusal<One>) => Problem;
};

/** A refusal with the usual code. */
export const refused = (msg: string): Problem => ({ status: 400, code: 'BAD_REQUEST', msg });
/** A refusal for which the original API has no code. */
export const plain = (msg: string): Problem => ({ status: 400, msg });

/** Thrown to answer with a known problem from code that cannot return it. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.msg, options);
    this.problem = problem;
  }
}

/** Errors that are not refusals of the API. Each status has one code. */
const codes: Readonly<Record<number, string>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  431: 'HEADERS_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** Undefined if the original API has no code for it. */
export const codeOf = ({ status, code }: Pick<Problem, 'status' | 'code'>): string | undefined => code ?? codes[status];

export const problemBody = (problem: Problem): string => {
  const { msg, fields } = problem;
  const code = codeOf(problem);
  return `${JSON.stringify({ result: 'error', msg, ...fields, ...(code === undefined ? {} : { code }) })}\n`;
};
