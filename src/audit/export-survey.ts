/**
 * A first look through the log before anything is written: which organizations there are, where the export ends, and what was erased.
 * A log may still show what was truncated until its next scrub; no export does.
 */
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import type { ExportedRealm } from './export-format.ts';
import { erasesBefore, realmOf, registeredBy } from './export-scope.ts';

export type Survey = {
  /** Those of the export, in the order in which they were founded. */
  readonly organizations: readonly ExportedRealm[];
  /** Whether the event belongs to one of them and leaves with it. */
  isTheirs(event: StoredEvent): boolean;
  /** Whether the event, known by where it stands, has been erased. */
  isErased(event: Pick<StoredEvent, 'stream' | 'revision'>): boolean;
  /** Up to where the log was searched for erasures. */
  readonly searched: number;
};

/** `wanted`: one organization's id, or all that were founded up to `bound`. `looked` is told how many events were looked at. */
export async function survey(
  log: EventLog,
  wanted: number | 'all',
  bound: number,
  looked: (events: number) => void,
): Promise<Survey> {
  const organizations = new Map<number, ExportedRealm>();
  const erased = new Map<string, number>();
  let searched = bound;
  let events = 0;
  const isTheirs = (event: StoredEvent): boolean => organizations.has(realmOf(event) ?? -1);
  for await (const event of log.readAll(0)) {
    events += 1;
    looked(events);
    searched = Math.max(searched, event.position);
    const realm = registeredBy(event);
    if (realm && event.position <= bound && (wanted === 'all' || realm.realmId === wanted))
      organizations.set(realm.realmId, realm);
    if (erasesBefore(event) && isTheirs(event)) erased.set(event.stream, event.revision);
  }
  return {
    organizations: [...organizations.values()],
    isTheirs,
    isErased: ({ stream, revision }) => revision < (erased.get(stream) ?? 0),
    searched,
  };
}

/** When an event happened; events of every version say so. */
export const atOf = (event: Pick<StoredEvent, 'metadata'>): number =>
  (event.metadata as { at?: number } | null)?.at ?? 0;

/** Log streams of messages said up to `at` that were erased after the survey. */
export async function erasedSince({ searched, isTheirs }: Survey, log: EventLog, at: number): Promise<string[]> {
  const streams: string[] = [];
  for await (const event of log.readAll(searched))
    if (erasesBefore(event) && isTheirs(event) && sentAtOf(event) <= at) streams.push(event.stream);
  return streams;
}

const sentAtOf = (event: StoredEvent): number => (event.data as { sentAt?: number }).sentAt ?? 0;
