/**
 * The first pass of an export through the log. It finds the organizations, the end of the export, and what was erased. A log may still
 * return truncated events until its next scrub; an export leaves them out.
 */
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import { partsOf } from '../vocabulary/log-streams.ts';
import type { ExportedRealm } from './export-format.ts';
import { ErasedStreams, erasesBefore, realmOf, registeredBy } from './export-scope.ts';

export type Survey = {
  /** The organizations of the export, in the order of their registration. */
  readonly organizations: readonly ExportedRealm[];
  /** Whether the event is exported with one of these organizations. */
  isTheirs(event: StoredEvent): boolean;
  /** Whether the event at this place in the log has been erased. */
  isErased(event: Pick<StoredEvent, 'stream' | 'revision'>): boolean;
  /** The position up to which the log was searched for erasures. */
  readonly searched: number;
};

/** `wanted`: the id of an organization, or all that were registered up to `bound`. `looked` is called with the number of read events. */
export async function survey(
  log: Pick<EventLog, 'readAll'>,
  wanted: number | 'all',
  bound: number,
  looked: (events: number) => void,
): Promise<Survey> {
  const organizations = new Map<number, ExportedRealm>();
  const erased = new ErasedStreams();
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
    if (isTheirs(event)) erased.see(event);
    const sealed = event.type === 'LedgerSealed' ? organizations.get(partsOf(event.stream)?.realmId ?? -1) : undefined;
    if (sealed && event.position <= bound)
      organizations.set(sealed.realmId, { ...sealed, checkpoint: (event.data as DataOf<'LedgerSealed'>).checkpoint });
  }
  return {
    organizations: [...organizations.values()],
    isTheirs,
    isErased: (event) => erased.has(event),
    searched,
  };
}

/** The time of an event. Events of every version have it. */
export const atOf = (event: Pick<StoredEvent, 'metadata'>): number =>
  (event.metadata as { at?: number } | null)?.at ?? 0;

/** Log streams of messages, files and scheduled messages from before `at` that were erased after the survey. */
export async function erasedSince({ searched, isTheirs }: Survey, log: EventLog, at: number): Promise<string[]> {
  const erased = new ErasedStreams();
  for await (const event of log.readAll(searched))
    if (isTheirs(event) && !(erasesBefore(event) && sentAtOf(event) > at)) erased.see(event);
  return [...erased.streams()];
}

function sentAtOf(event: StoredEvent): number {
  const { sentAt, uploadedAt, scheduledAt } = event.data as Partial<Record<string, number>>;
  return sentAt ?? uploadedAt ?? scheduledAt ?? 0;
}
