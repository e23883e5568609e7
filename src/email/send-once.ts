/**
 * Sends an e-mail at most once. The sending is recorded before the e-mail is passed to the SMTP server. If the process stops in between, the
 * e-mail is never sent. To make that rare, the server must be reachable first, and few e-mails are sent at a time. Organizations take turns.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FairSemaphore } from '../engine/fair-semaphore.ts';
import type { Logger } from '../engine/logger.ts';
import type { InvitationId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { Email, Mailer } from './mailer.ts';

export type SendingParts = {
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly permits: FairSemaphore;
  /** The pauses in milliseconds while the server is out of reach. The last one is repeated. */
  readonly pausesMs?: readonly number[];
};

const usualPausesMs = [1_000, 10_000, 60_000, 600_000];

export type Prepared = {
  readonly email: Email;
  /** Whether this caller must send it. */
  readonly record: () => Promise<boolean>;
};

type Facts = { readonly realm: RealmId; readonly user?: UserId; readonly invitation?: InvitationId };

/**
 * `prepare`: undefined if there is nothing to send any more. It is called when the turn of the e-mail has come, after each pause, and again
 * before it is sent, because messages may have been read or deleted. `facts`: for the service's log; must not contain addresses.
 */
export async function sendOnce(
  parts: SendingParts,
  prepare: () => Promise<Prepared | undefined>,
  facts: Facts,
  signal: AbortSignal,
): Promise<void> {
  const { permits, pausesMs = usualPausesMs } = parts;
  for (let attempt = 0; ; attempt += 1) {
    const isOver = await permits.run(String(facts.realm), () => attempted(parts, prepare, facts, signal));
    if (isOver) return;
    await delay(pausesMs[Math.min(attempt, pausesMs.length - 1)], undefined, { signal });
  }
}

/** False if the server cannot be reached. */
async function attempted(
  { mailer, logger }: SendingParts,
  prepare: () => Promise<Prepared | undefined>,
  facts: Facts,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  if (!(await prepare())) return true;
  try {
    await mailer.assertReachable();
  } catch (error) {
    logger.warn({ err: error, ...facts }, 'the SMTP server cannot be reached; trying again');
    return false;
  }
  signal.throwIfAborted();
  const prepared = await prepare();
  if (!prepared || !(await prepared.record())) return true;
  try {
    await mailer.send(prepared.email);
  } catch (error) {
    logger.warn({ err: error, ...facts }, 'the SMTP server did not accept an e-mail; it is not sent again');
  }
  return true;
}
