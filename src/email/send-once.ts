/**
 * Sends an e-mail at most once. The sending is recorded before the e-mail is passed on. A process that stops in between does not send it,
 * and neither does any other process. To make that rare, the server must be reachable first.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../engine/logger.ts';
import type { Email, Mailer } from './mailer.ts';

export type SendingParts = {
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** The pauses in milliseconds while the server is out of reach. The last one is repeated. */
  readonly pausesMs?: readonly number[];
};

const usualPausesMs = [1_000, 10_000, 60_000, 600_000];

export type Prepared = {
  readonly email: Email;
  /** Whether this caller must send it. */
  readonly record: () => Promise<boolean>;
};

/**
 * `prepare`: undefined if there is nothing to send any more. It is called again after each pause, because messages may have been read or
 * deleted. `facts`: for the service's log; must not contain addresses.
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
