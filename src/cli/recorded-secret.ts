/**
 * The log contains a fingerprint of the secret under which it was written. A start with another secret is refused before anything is
 * written. Otherwise nobody could sign in, and the keys of new accounts would be derived from another secret than those of older ones.
 */

import { stampByService } from '../engine/decide/by-service.ts';
import { stamped } from '../engine/decide/stamp.ts';
import { decode } from '../engine/follow/decode.ts';
import { eventsOf } from '../engine/follow/events-of.ts';
import { foldedOf } from '../engine/follow/folded-of.ts';
import type { Logger } from '../engine/logger.ts';
import type { Secrets } from '../engine/secrets.ts';
import type { EventLog } from '../ports/event-log.ts';
import { emptyServer, evolve } from '../state/realm-state.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';

export class WrongSecret extends Error {
  override name = 'WrongSecret';
  constructor() {
    super(
      'the secret (VERBATIM_SECRET, or the file `secret` in the data folder) is not the one that this log was written under: ' +
        'put the former one back. Nothing was written',
    );
  }
}

/**
 * Thrown when the former secret is missing while it is still needed: keys that are derived from it are valid, and addresses may have
 * fingerprints of it.
 */
export class FormerSecretMissing extends Error {
  override name = 'FormerSecretMissing';
  constructor() {
    super(
      'the secret is being replaced, and the former one is missing: set VERBATIM_SECRET to the former and VERBATIM_SECRET_NEXT to the ' +
        'new one (or the files `secret` and `secret.next` in the data folder) until `verbatim secret finish`. Nothing was written',
    );
  }
}

type SecretCheck = {
  readonly log: EventLog;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly clock: () => Millis;
};

/** How many accounts are compared with the secret if the log names none. */
const comparedMax = 100;

/**
 * Throws WrongSecret or FormerSecretMissing. If the log names no secret, because it is new or the disk was full, the first of these
 * secrets is recorded.
 */
export async function assertSecret(check: SecretCheck): Promise<void> {
  const { log, secrets, logger } = check;
  if (await isRecorded(log, secrets)) return;
  if ((await fitsAccounts(log, secrets)) === false) throw new WrongSecret();
  const event = { type: 'SecretRecorded', data: { fingerprint: secrets.ownFingerprint } } as const;
  const appended = await log.append(logStream.secret(), stamped([event], stampByService(check.clock())), 'none');
  if (appended.ok) return;
  // Another process was faster.
  if (appended.reason === 'conflict') await isRecorded(log, secrets);
  else
    logger.warn(
      { reason: appended.reason },
      'the fingerprint of the secret was not recorded; the next start tries again',
    );
}

/** False if the log names no secret. Throws if a secret that the log uses is missing. */
async function isRecorded(log: EventLog, { atHand }: Secrets): Promise<boolean> {
  const server = emptyServer();
  for (const stored of await log.readStream(logStream.secret(), {})) {
    const event = decode(stored);
    if (event) foldedOf(stored, () => evolve(server, event));
  }
  const { current, former } = server.secrets;
  if (current !== undefined && !atHand.includes(current)) throw new WrongSecret();
  if (former !== undefined && !atHand.includes(former)) throw new FormerSecretMissing();
  return current !== undefined;
}

/** Whether the fingerprint of any account's address is derived from the secret. Undefined if the log contains no address. */
async function fitsAccounts(log: EventLog, secrets: Secrets): Promise<boolean | undefined> {
  let isKnown = false;
  for (const { realmId } of await eventsOf(log, logStream.server(), 'RealmRegistered'))
    for (const account of await eventsOf(log, logStream.directory(realmId), 'UserCreated', comparedMax)) {
      const [person] = await eventsOf(log, logStream.person(realmId, account.userId), 'PersonDescribed', 1);
      if (person === undefined) continue;
      if (secrets.fingerprint(realmId, person.email) === account.addressFingerprint) return true;
      isKnown = true;
    }
  return isKnown ? false : undefined;
}
