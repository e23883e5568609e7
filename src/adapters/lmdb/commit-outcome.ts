/** The outcome of a commit. A commit whose flush failed is visible to readers, although it is not durable. */
import type { Commit } from './log-file.ts';

type CommitOutcome =
  | { readonly durable: true }
  | { readonly durable: false; readonly detail: string; readonly cause?: 'disk-full' };

/**
 * The cause of a failed commit. lmdb rejects with a general error whose `commitError` is a promise of the cause. That promise must be
 * handled too, or its rejection ends the process.
 */
export const causeOf = async (error: unknown): Promise<unknown> => {
  if (!(error instanceof Error) || !('commitError' in error)) return error;
  return Promise.resolve(error.commitError).then(
    () => error,
    (cause: unknown) => cause,
  );
};

export const commitOutcome = async (commit: Commit): Promise<CommitOutcome> => {
  try {
    await commit;
    await commit.flushed;
    return { durable: true };
  } catch (error) {
    const cause = await causeOf(error);
    const message = cause instanceof Error ? cause.message : String(cause);
    const full = /no space left|ENOSPC|disk quota/i.test(message);
    if (full) return { durable: false, detail: `disk full: ${message}`, cause: 'disk-full' };
    return { durable: false, detail: `commit failed: ${message}` };
  }
};
