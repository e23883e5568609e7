/** The state that the parts of the embedded log share: the file in use, the newest readable position, and whether the log has failed. */
import type { LogFile } from './log-file.ts';

export type LogContext = {
  /** A scrub replaces it. */
  file: LogFile;
  /** The newest flushed position. Events above it are not shown to anyone. */
  tail: number;
  /** Throws once the log has failed. */
  assertSound(): void;
  /** Marks the log as failed. Returns the error to throw. */
  fatal(cause: unknown): Error;
};

/** `onFatal` is expected to end the process. If it returns, all later calls fail. */
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
