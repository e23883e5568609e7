/** What the parts of the embedded log share: the file in use, how far it may be shown, and whether it can be trusted. */
import type { LogFile } from './log-file.ts';

export type LogContext = {
  /** A scrub replaces it. */
  file: LogFile;
  /** The newest flushed position: nothing above it is shown to anyone. */
  tail: number;
  assertSound(): void;
  /** From here on nothing is promised any more; answers the error to throw. */
  fatal(cause: unknown): Error;
};

/** `onFatal` is expected to end the process; should it return, whatever is asked next fails. */
export const logContext = (file: LogFile, onFatal: (error: Error) => void): LogContext => {
  let broken: Error | undefined;
  return {
    file,
    tail: file.tail(),
    assertSound() {
      if (broken !== undefined) throw broken;
    },
    fatal(cause) {
      broken ??= cause instanceof Error ? cause : new Error(String(cause));
      onFatal(broken);
      return broken;
    },
  };
};
