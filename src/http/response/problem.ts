/** An answer that is not success. `code` stands there exactly where upstream has one (docs/api.md, Errors). */
export type Problem = {
  readonly status: number;
  readonly code?: string;
  readonly msg: string;
  /** Beside `result`, `msg` and `code`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Thrown where an answer is known but cannot be returned. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.msg);
    this.problem = problem;
  }
}

export const problemBody = ({ code, msg, fields }: Problem): string =>
  `${JSON.stringify({ result: 'error', msg, ...fields, ...(code === undefined ? {} : { code }) })}\n`;
