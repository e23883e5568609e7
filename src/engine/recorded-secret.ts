/**
 * The log has a fingerprint of the secret under which it was written. Another secret is refused before anything is written: nobody
 * could sign in, and new accounts would be derived from another secret than the others.
 */
import { v7 } from 'uuid';
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import type { DataOf, EventType } from '../vocabulary/events/index.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { type LogStream, logStream } from '../vocabulary/log-streams.ts';
import { stamped } from './decide/stamp.ts';
import { decode } from './follow/decode.ts';
import type { Logger } from './logger.ts';
import type { Secrets } from './secrets.ts';

export class WrongSecret extends Error {
  override name = 'WrongSecret';
  constructor() {
    super(
      'the secret (VERBATIM_SECRET, or the file `secret` in the data folder) is not the one that this log was written under: ' +
        'put the former one back. Nothing was written',
    );
  }
}

export type SecretCheck = {
  readonly log: EventLog;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly clock: () => Millis;
};

/** How many accounts of a log that names no secret are compared with it. */
const comparedMax = 100;

/** Throws WrongSecret. A log that names no secret yet, which is new or of an earlier version, names this one from now on. */
export async function assertSecret(check: SecretCheck): Promise<void> {
  const { log, secrets, logger } = check;
  if (await isRecorded(log, secrets)) return;
  if ((await fitsAccounts(log, secrets)) === false) throw new WrongSecret();
  const event = { type: 'SecretRecorded', data: { fingerprint: secrets.ownFingerprint } } as const;
  const stamp = { actor: null, at: check.clock(), client: 'Internal', requestId: v7() };
  const appended = await log.append(logStream.secret(), stamped([event], stamp), 'none');
  if (appended.ok) return;
  // Another process was faster.
  if (appended.reason === 'conflict') await isRecorded(log, secrets);
  else
    logger.warn(
      { reason: appended.reason },
      'the fingerprint of the secret was not recorded; the next start tries again',
    );
}

/** False where the log names no secret. Throws WrongSecret where it names another. */
async function isRecorded(log: EventLog, secrets: Secrets): Promise<boolean> {
  const [recorded] = await eventsOf(log, logStream.secret(), 'SecretRecorded', 1);
  if (recorded !== undefined && recorded.fingerprint !== secrets.ownFingerprint) throw new WrongSecret();
  return recorded !== undefined;
}

/** Whether the fingerprint of some account's address is derived from the secret; undefined where the log knows no address. */
async function fitsAccounts(log: EventLog, secrets: Secrets): Promise<boolean | undefined> {
  let isKnown = false;
  for (const { realmId } of await eventsOf(log, logStream.server(), 'RealmRegistered'))
    for (const account of await eventsOf(log, logStream.directory(realmId), 'UserCreated', comparedMax)) {
      const [person] = await eventsOf(log, logStream.person(realmId, account.userId), 'PersonDescribed', 1);
      if (person === undefined) continue;
      if (secrets.fingerprint(realmId as RealmId, person.email) === account.addressFingerprint) return true;
      isKnown = true;
    }
  return isKnown ? false : undefined;
}

/** The payloads of one type among the first `limit` events of a log stream. */
async function eventsOf<T extends EventType>(
  log: EventLog,
  stream: LogStream,
  type: T,
  limit?: number,
): Promise<DataOf<T>[]> {
  const stored: readonly StoredEvent[] = await log.readStream(stream, limit === undefined ? {} : { limit });
  return stored.map(decode).flatMap((event) => (event?.type === type ? [event.data as DataOf<T>] : []));
}
