/** The service's log: one JSON object in each line, with errors as in `errorFacts`. */
import pino from 'pino';
import type { Config } from '../config.ts';
import type { Logger } from '../engine/logger.ts';
import { type ErrorFacts, errorFacts } from './error-facts.ts';

const serializeError = (error: unknown): ErrorFacts => errorFacts(error);

export const serviceLogger = (
  level: Config['logLevel'],
  destination: { write(line: string): void } = pino.destination(2),
): Logger => pino({ level, serializers: { err: serializeError, error: serializeError } }, destination);

const quiet = (): void => undefined;

/** One line. An error is logged without its stack, which a service has in its own log. */
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
