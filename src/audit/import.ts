/**
 * Imports organizations from an export into a log that does not have them: the same events with the same ids in the same order. Only
 * consecutive messages and edits may be reordered, in a log that does not keep the order of appends. A second import of the same file does
 * nothing, and an interrupted one is continued. Until the import is complete, nobody can read or write in these organizations. Policies
 * never act on imported events (docs/decisions/0007).
 */
import type { EventLog } from '../ports/event-log.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { DamagedFile, readChecked } from './checked-lines.ts';
import { MoveRefused } from './export-format.ts';
import { appendingTo } from './import-appending.ts';
import { claimed, finished } from './import-claim.ts';
import { eventOf, type Inspection, inspect, isEnd, realmIdsOf } from './import-inspection.ts';
import { ImportProgress } from './import-progress.ts';

export type ImportDependencies = {
  readonly log: EventLog;
  readonly now: () => Millis;
  /** The fingerprints of an address under this server's secrets. There are two while one secret replaces the other. */
  readonly fingerprints: (realmId: RealmId, address: string) => readonly string[];
  /** Resolves when the state and the read models contain everything in the log. */
  readonly caughtUp: () => Promise<void>;
  /** How many appends may be in flight. */
  readonly atOnceMax: number;
  /** Whether the log performs appends in the order of the calls. */
  readonly keepsOrder: boolean;
};

type ImportStage = 'checked' | 'found imported' | 'imported';

export type Imported = {
  readonly organizations: Inspection['organizations'];
  /** The events that this run appended, and those that the log already had. */
  readonly appended: number;
  readonly found: number;
};

/** Throws `MoveRefused`, and `EventLogUnavailable` if the log cannot accept more now. */
export async function importFrom(
  dependencies: ImportDependencies,
  path: string,
  progress?: (stage: ImportStage, events: number) => void,
): Promise<Imported> {
  const inspection = await inspect(path, dependencies.now(), (events) => progress?.('checked', events));
  const { organizations, events } = inspection;
  assertSameSecret(dependencies, inspection);
  const claim = await claimed(dependencies.log, inspection, dependencies.now);
  if (claim === 'done') return { organizations, appended: 0, found: events };
  const counts = await brought(dependencies, path, inspection, claim.position, progress);
  await dependencies.caughtUp();
  await finished(dependencies.log, inspection, dependencies.now);
  await dependencies.caughtUp();
  return { organizations, ...counts };
}

/** API keys and fingerprints of addresses depend on the server's secret. With another secret nobody could sign in. */
function assertSameSecret({ fingerprints }: ImportDependencies, { organizations }: Inspection): void {
  for (const { realmId, subdomain, known } of organizations)
    if (known && !fingerprints(realmId, known.address).includes(known.fingerprint))
      throw new MoveRefused(
        `${subdomain} comes from a server with another secret, and nobody could sign in: bring its VERBATIM_SECRET (or file secret) along`,
      );
}

async function brought(
  { log, atOnceMax, keepsOrder }: ImportDependencies,
  path: string,
  inspection: Inspection,
  after: number,
  progress?: (stage: ImportStage, events: number) => void,
): Promise<{ appended: number; found: number }> {
  const importing = new ImportProgress(log, after, new Set(realmIdsOf(inspection)), keepsOrder ? 0 : atOnceMax);
  const appending = appendingTo(log, { atOnceMax, keepsOrder });
  let [found, appended] = [0, 0];
  try {
    for await (const line of readChecked(path)) {
      if (line.number === 1 || isEnd(line)) continue;
      const event = eventOf(line);
      if (inspection.erased.has(event.stream)) continue;
      const inLog = await importing.has(event.id);
      if (inLog === true) {
        found += 1;
        progress?.('found imported', found);
      } else if (inLog.instead !== undefined) {
        throw new DamagedFile(line.number, `the log has ${inLog.instead} in its place: import into an empty log`);
      } else {
        await appending.add(event, line.number, line.bytes);
        appended += 1;
        progress?.('imported', found + appended);
      }
    }
    await appending.flush();
    if (importing.left !== undefined) throw new Error(`the log has ${importing.left}, which the export has not`);
  } finally {
    await importing.stop();
  }
  return { appended, found };
}
