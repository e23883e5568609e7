/** A service may be started before the store of its log, as after a power failure: its start waits. */
import { setTimeout as after } from 'node:timers/promises';
import { type EventLog, EventLogUnavailable } from '../ports/event-log.ts';
import type { Logger } from './logger.ts';

const pauseMsUsual = 500;

/** Resolves when the log answers. Returns without an answer when `stopped` resolves. */
export async function awaitLog(
  log: Pick<EventLog, 'tail'>,
  logger: Logger,
  stopped: Promise<unknown>,
  pauseMs = pauseMsUsual,
): Promise<void> {
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  for (let attempts = 0; !stop.signal.aborted; attempts += 1) {
    try {
      await log.tail();
      return;
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
    }
    if (attempts === 0) logger.warn({}, 'the start waits for the event log');
    // The wait is aborted by `stopped`, which ends the loop.
    await after(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
  }
}
