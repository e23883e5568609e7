/** What became of a commit. One that failed may still be visible to readers: then it was the flush that failed. */
import type { Commit } from './log-file.ts';

export type CommitOutcome =
  | { readonly durable: true }
  | { readonly durable: false; readonly detail: string; readonly cause?: 'disk-full' };

/** LMDB rejects with a general error and tells the cause in a promise of its own, which must not be left unheard. */
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
