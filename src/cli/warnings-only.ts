import type { Logger } from '../engine/logger.ts';

const quiet = (): void => undefined;

/** A command prints its own result, so only warnings and errors of the service are printed beside it. */
export const warningsOnly: Logger = {
  debug: quiet,
  info: quiet,
  warn: (facts, text) => console.error(text, facts),
  error: (facts, text) => console.error(text, facts),
};
