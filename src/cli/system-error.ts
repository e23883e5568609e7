/**
 * Whether it is an error of the operating system, whose message names the call and the file or address, or an error of a store that keeps
 * some space free.
 */
export const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ENOSPC'));
