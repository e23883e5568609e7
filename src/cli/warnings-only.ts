import type { Logger } from '../engine/logger.ts';

const quiet = (): void => undefined;

/** One line. An error is told without its stack, which a service has in its log. */
const print = (facts: object, text?: string): void =>
  console.error(
    text,
    JSON.stringify(facts, (_, value) => (value instanceof Error ? String(value) : value)),
  );

/** A command prints its own result, so that only warnings and errors of the service are printed in addition. */
export const warningsOnly: Logger = {
  debug: quiet,
  info: quiet,
  warn: print,
  error: print,
};
