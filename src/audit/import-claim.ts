/** The state of an export's organizations in a log, and the claim that reserves them for the import (docs/decisions/0007). */
import { appendByService } from '../engine/decide/by-service.ts';
import { decode } from '../engine/follow/decode.ts';
import { type EventLog, EventLogUnavailable } from '../ports/event-log.ts';
import type { DomainEvent } from '../vocabulary/events/index.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { inParts } from '../vocabulary/in-parts.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { type ExportedRealm, MoveRefused } from './export-format.ts';
import { type InspectedRealm, type Inspection, realmIdsOf } from './import-inspection.ts';

/** An organization that is in the log, or is reserved for an import. */
type Taken = ExportedRealm & {
  /** The import that added it, or is adding it. */
  readonly import: { readonly digest: string; readonly position: number; readonly finished: boolean } | undefined;
};

/** The position of the claim. `done` if the log already has everything. */
export type Claim = { readonly position: number } | 'done';

const attemptsMax = 20;
const server = logStream.server();

/** Claims the organizations of an export, or finds the claim of an earlier import of the same export. Throws `MoveRefused`. */
export async function claimed(log: EventLog, inspection: Inspection, now: () => Millis): Promise<Claim> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { taken, head } = await takenIn(log);
    const existing = await existingClaim(log, inspection, taken);
    if (existing) return existing;
    const realms = inspection.organizations.map(({ realmId, subdomain, registration, checkpoint }) => ({
      realmId,
      subdomain,
      registration,
      ...(checkpoint !== undefined && { checkpoint }),
    }));
    const events = inParts(realms).map((part) => ({
      type: 'ImportBegan' as const,
      data: { digest: inspection.digest, realms: part },
    }));
    const position = await appended(log, events, head, now);
    if (position !== undefined) return { position };
  }
  throw new EventLogUnavailable('too much contention');
}

/** Ends the claim: from now on the organizations are like any others. */
export async function finished(log: EventLog, inspection: Inspection, now: () => Millis): Promise<void> {
  const events = inParts(realmIdsOf(inspection)).map((realmIds) => ({
    type: 'ImportFinished' as const,
    data: { digest: inspection.digest, realmIds },
  }));
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { head } = await takenIn(log);
    if ((await appended(log, events, head, now)) !== undefined) return;
  }
  throw new EventLogUnavailable('too much contention');
}

/** Undefined if the log has none of the organizations, and nothing that conflicts with them. */
async function existingClaim(
  log: EventLog,
  inspection: Inspection,
  taken: readonly Taken[],
): Promise<Claim | undefined> {
  const { organizations, digest } = inspection;
  const existing: (InspectedRealm & Pick<Taken, 'import'>)[] = [];
  for (const realm of organizations) {
    const found = takenBy(realm, taken);
    if (found) existing.push({ ...realm, import: found.import });
  }
  const [first] = existing;
  if (!first) return undefined;
  const own = existing.filter((realm) => realm.import?.digest === digest && !realm.import.finished);
  if (own.length === organizations.length && first.import) return { position: first.import.position };
  for (const realm of existing) await assertWhole(log, realm, digest);
  if (existing.length === organizations.length) return 'done';
  const names = existing.map(({ subdomain }) => subdomain).join(', ');
  throw new MoveRefused(`${names} exists here already: export the others by themselves, with --realm`);
}

/** The same organization in this log, if it is there. Throws if another organization conflicts with it. */
function takenBy(realm: ExportedRealm, taken: readonly Taken[]): Taken | undefined {
  const found = taken.find(({ registration }) => registration === realm.registration);
  const sameId = taken.find(({ realmId }) => realmId === realm.realmId);
  if (sameId && sameId !== found)
    throw new MoveRefused(
      `the id ${realm.realmId} of ${realm.subdomain} is that of another organization here, ${sameId.subdomain}`,
    );
  const sameName = taken.find(({ subdomain }) => subdomain === realm.subdomain);
  if (sameName && sameName !== found)
    throw new MoveRefused(`the subdomain ${realm.subdomain} is that of another organization here`);
  return found;
}

/** Throws unless the log has every event of the organization that the export has. */
async function assertWhole(
  log: EventLog,
  realm: InspectedRealm & Pick<Taken, 'import'>,
  digest: string,
): Promise<void> {
  const { subdomain, newest, import: brought } = realm;
  if (brought?.finished && brought.digest === digest) return;
  if (brought && !brought.finished)
    throw new MoveRefused(
      `an import of ${subdomain} from another export (${brought.digest}) was begun here: finish that one`,
    );
  const events = await log.readStream(newest.stream);
  if (!events.some(({ id }) => id === newest.id))
    throw new MoveRefused(`${subdomain} exists here already, but lacks events of this export: nothing is added to it`);
}

/** The organizations according to the server's own log stream, and the newest revision of that stream. */
async function takenIn(log: EventLog): Promise<{ taken: Taken[]; head: number | 'none' }> {
  const taken = new Map<string, Taken>();
  const stored = await log.readStream(server);
  for (const event of stored.map(decode)) {
    switch (event?.type) {
      case 'RealmRegistered':
        if (!taken.has(event.id)) taken.set(event.id, { ...event.data, registration: event.id, import: undefined });
        break;
      case 'ImportBegan': {
        const brought = { digest: event.data.digest, position: event.position, finished: false };
        for (const realm of event.data.realms) taken.set(realm.registration, { ...realm, import: brought });
        break;
      }
      case 'ImportFinished':
        for (const realm of taken.values())
          if (realm.import && event.data.realmIds.includes(realm.realmId))
            taken.set(realm.registration, { ...realm, import: { ...realm.import, finished: true } });
        break;
    }
  }
  return { taken: [...taken.values()], head: stored.at(-1)?.revision ?? 'none' };
}

/** The position of the first event; undefined if another process was faster. */
async function appended(
  log: EventLog,
  events: readonly DomainEvent[],
  head: number | 'none',
  now: () => Millis,
): Promise<number | undefined> {
  if ((await appendByService({ log, now }, server, events, head)) === undefined) return undefined;
  return (await log.readStream(server, { from: head === 'none' ? 0 : head + 1, limit: 1 }))[0]?.position;
}
