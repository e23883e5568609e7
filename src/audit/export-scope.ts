/** Which events belong to the export of an organization. */
import type { StoredEvent } from '../ports/event-log.ts';
import { type EventType, eventTypeNamed } from '../vocabulary/events/index.ts';
import { logStream, noRealm } from '../vocabulary/log-streams.ts';
import type { ExportedRealm } from './export-format.ts';

/** Log streams are recognized by their names alone, so that kinds of a newer version are exported too. */
const streamName = /^([a-z]+)-([0-9]{1,16})\./;

/**
 * Kinds that are not exported, because they concern one server or one moment: event queues, presence, and what policies have done; and
 * hashes of passwords, because an export goes through many hands.
 */
const staying = new Set(['queue', 'ephemeral', 'policy', 'password']);

const typed = (event: { readonly type: string }, type: EventType): boolean => eventTypeNamed(event.type) === type;

/**
 * The id of the organization with which an event is exported; undefined if it is not exported. The server's own log stream has events
 * about single organizations and about the server. Claims on policy actions are not exported: they are temporary, and may contain the
 * content of messages that are to be erased.
 */
export function realmOf(event: Pick<StoredEvent, 'type' | 'stream' | 'data'>): number | undefined {
  const [, kind, digits] = streamName.exec(event.stream) ?? [];
  if (kind === undefined || staying.has(kind) || typed(event, 'PolicyActionClaimed')) return undefined;
  const realmId = Number(digits);
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
  typed(event, 'MessageDeleted') || typed(event, 'FileDeleted');
