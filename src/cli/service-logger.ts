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
