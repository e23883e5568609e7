/** Lets the start of a service wait for its event log, which may be started later, for example after a power failure. */
import { setTimeout as after } from 'node:timers/promises';
import { type EventLog, EventLogUnavailable } from '../ports/event-log.ts';
import type { Logger } from './logger.ts';

const pauseMsUsual = 500;

/**
 * The log for a start. Calls that fail because the log is out of reach are repeated until `stopWaiting` is called or `stopped` resolves.
 * Without `stopped` nothing is repeated, because somebody waits for the end of a command. Subscriptions repeat by themselves, and a start
 * does not use the other functions.
 */
export function awaitedLog(
  log: EventLog,
  logger: Logger,
  stopped: Promise<unknown> | undefined,
  pauseMs = pauseMsUsual,
): { readonly log: EventLog; readonly stopWaiting: () => void } {
  const stop = new AbortController();
  const over = stop.signal;
  const stopWaiting = (): void => stop.abort();
  if (stopped === undefined) stopWaiting();
  else void stopped.then(stopWaiting);
  let isAway = false;
  async function awaited<T>(call: () => Promise<T>, isNoAnswer: (answer: T) => boolean = () => false): Promise<T> {
    while (!over.aborted) {
      const answer = await call().catch((error: unknown) => {
        if (!(error instanceof EventLogUnavailable)) throw error;
      });
      if (answer !== undefined && !isNoAnswer(answer)) {
        isAway = false;
        return answer;
      }
      if (!isAway) logger.warn({}, 'the start waits for the event log');
      isAway = true;
      // The wait is aborted by `over`, which ends the loop.
      await after(pauseMs, undefined, { signal: over }).catch(() => {});
    }
    return call();
  }
  const waiting: EventLog = {
    ...log,
    tail: () => awaited(() => log.tail()),
    readStream: (stream, options) => awaited(() => log.readStream(stream, options)),
    append: (stream, events, expected) =>
      awaited(
        () => log.append(stream, events, expected),
        // A full disk ends the start with an error.
        (result) => !result.ok && result.reason === 'unavailable' && result.cause !== 'disk-full',
      ),
  };
  return { log: waiting, stopWaiting };
}
