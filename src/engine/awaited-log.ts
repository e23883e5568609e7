/** A service may be started before the store of its log, or may lose it during the start, as after a power failure: its start waits. */
import { setTimeout as after } from 'node:timers/promises';
import { type EventLog, EventLogUnavailable } from '../ports/event-log.ts';
import type { Logger } from './logger.ts';

const pauseMsUsual = 500;

/**
 * The log as a start uses it. Until `waitNoMore` is called or `stopped` resolves, calls that fail because the log is out of reach are
 * repeated, so that the start goes on where it was. Without `stopped` nothing waits, because somebody waits for the end of a command.
 * Subscriptions wait by themselves, and no start depends on the other calls.
 */
export function awaitedLog(
  log: EventLog,
  logger: Logger,
  stopped: Promise<unknown> | undefined,
  pauseMs = pauseMsUsual,
): { readonly log: EventLog; readonly waitNoMore: () => void } {
  const stop = new AbortController();
  const over = stop.signal;
  const waitNoMore = (): void => stop.abort();
  if (stopped === undefined) waitNoMore();
  else void stopped.then(waitNoMore);
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
        // A full disk is not waited for: the start ends, and says so.
        (result) => !result.ok && result.reason === 'unavailable' && result.cause !== 'disk-full',
      ),
  };
  return { log: waiting, waitNoMore };
}
