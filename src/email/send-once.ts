/**
 * Sends an e-mail once at most. It is put on record before it is handed over: a process that stops in between does not send it, and no
 * other does. So that this is rare, the server is waited for before.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../engine/logger.ts';
import type { Email, Mailer } from './mailer.ts';

export type SendingParts = {
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Milliseconds to wait for a server that is out of reach; the last one again and again. */
  readonly pausesMs?: readonly number[];
};

const usualPausesMs = [1_000, 10_000, 60_000, 600_000];

export type Prepared = {
  readonly email: Email;
  /** Whether it is to be sent by this caller. */
  readonly record: () => Promise<boolean>;
};

/**
 * `prepare`: undefined where there is nothing to send any more. It is called again after each pause, because meanwhile messages are read
 * or deleted. `facts`: for the log of the service; no addresses.
 */
export async function sendOnce(
  { mailer, logger, pausesMs = usualPausesMs }: SendingParts,
  prepare: () => Promise<Prepared | undefined>,
  facts: object,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const prepared = await prepare();
    if (!prepared) return;
    try {
      await mailer.assertReachable();
    } catch (error) {
      logger.warn({ err: error, ...facts }, 'the SMTP server cannot be reached; trying again');
      await delay(pausesMs[Math.min(attempt, pausesMs.length - 1)], undefined, { signal });
      continue;
    }
    signal.throwIfAborted();
    if (!(await prepared.record())) return;
    try {
      await mailer.send(prepared.email);
    } catch (error) {
      logger.warn({ err: error, ...facts }, 'an e-mail was not taken by the SMTP server; it is not sent again');
    }
    return;
  }
}
