import type { Logger } from '../engine/logger.ts';

const quiet = (): void => undefined;

/** A command prints its own result, so that only warnings and errors of the service are printed in addition. */
export const warningsOnly: Logger = {
  debug: quiet,
  info: quiet,
  warn: (facts, text) => console.error(text, facts),
  error: (facts, text) => console.error(text, facts),
};
