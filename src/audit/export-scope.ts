/** Which events belong to the export of an organization. */
import type { StoredEvent } from '../ports/event-log.ts';
import { type EventType, eventTypeNamed } from '../vocabulary/events/index.ts';
import { logStream, noRealm, realmIdIn } from '../vocabulary/log-streams.ts';
import { isExported } from '../vocabulary/recorded-kinds.ts';
import type { ExportedRealm } from './export-format.ts';

const typed = (event: { readonly type: string }, type: EventType): boolean => eventTypeNamed(event.type) === type;

/**
 * The id of the organization with which an event is exported; undefined if it is not exported. The server's own log stream has events
 * about single organizations and about the server.
 */
export function realmOf(event: Pick<StoredEvent, 'type' | 'stream' | 'data'>): number | undefined {
  const realmId = isExported(event) ? realmIdIn(event.stream) : undefined;
  if (realmId !== noRealm) return realmId;
  const named = (event.data as { realmId?: unknown } | null)?.realmId;
  return event.stream === logStream.server() && typeof named === 'number' ? named : undefined;
}

/** The organization that an event registers, if it registers one. */
export function registeredBy(event: Pick<StoredEvent, 'id' | 'type' | 'data'>): ExportedRealm | undefined {
  if (!typed(event, 'RealmRegistered')) return undefined;
  return {
    ...(event.data as Omit<ExportedRealm, 'registration'>),
    registration: event.id as ExportedRealm['registration'],
  };
}

/** Whether an event removes everything before it in its log stream from the log. */
export const erasesBefore = (event: Pick<StoredEvent, 'type'>): boolean =>
  typed(event, 'MessageDeleted') || typed(event, 'FileDeleted') || typed(event, 'ScheduledMessageEnded');
