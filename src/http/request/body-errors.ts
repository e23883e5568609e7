import { ProblemError } from '../response/problem.ts';

/** The client disconnected before the end of the body, so that nobody is left to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

export const tooLarge = (bytesMax: number): ProblemError =>
  new ProblemError({ status: 413, msg: `The body of the request is too large (limit: ${bytesMax} bytes)` });

export const unsupported = (msg: string): ProblemError => new ProblemError({ status: 415, msg });
