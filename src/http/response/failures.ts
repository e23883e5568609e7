/**
 * Logs requests that failed. A store that is out of reach, or a full disk, fails every request that needs it, and a line for each
 * would fill the disk. Therefore one 503 a minute is logged for each kind of error. `/metrics` counts them all.
 */
import { type Logger, onceAMinute } from '../../engine/logger.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { PastNotReady, TooManyPasts } from '../past/pasts.ts';
import { type Context, logFacts } from '../request/request-context.ts';
import { problemOf } from './problem-of.ts';

export type LogFailure = (context: Context, thrown: unknown, text?: string) => void;

export function failureLog(logger: Logger): LogFailure {
  const kinds = new Map<string, ReturnType<typeof onceAMinute>>();
  return (context, thrown, text = 'a request failed') => {
    if (isTooBusy(thrown)) return;
    const log = (more = ''): void => logger.error({ err: thrown, ...logFacts(context) }, text + more);
    if (problemOf(thrown)?.status !== 503) return log();
    const kind = kindOf(thrown);
    const seldom = kinds.get(kind) ?? onceAMinute();
    kinds.set(kind, seldom);
    seldom(() => log('; similar failures are not logged for a minute'));
  };
}

/** The kind of an error. There are few kinds, because messages, which may differ between requests, are not a part of it. */
const kindOf = (thrown: unknown): string =>
  thrown instanceof Refused && thrown.refusal.code === 'unavailable'
    ? `${thrown.refusal.code} ${thrown.refusal.cause ?? ''}`
    : thrown instanceof Error
      ? thrown.name
      : typeof thrown;

/** Whether the service is too busy. Such errors are not logged, because callers can cause them, some even without a key. */
const isTooBusy = (thrown: unknown): boolean =>
  thrown instanceof TooManyPasts ||
  thrown instanceof PastNotReady ||
  (thrown instanceof Refused && thrown.refusal.code === 'unavailable' && thrown.refusal.cause === 'too-busy');
