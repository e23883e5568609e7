/** Which events leave with an organization. */
import type { StoredEvent } from '../ports/event-log.ts';
import { type EventType, eventTypeNamed } from '../vocabulary/events/index.ts';
import { logStream, noRealm } from '../vocabulary/log-streams.ts';
import type { ExportedRealm } from './export-format.ts';

/** Known by their names alone, so that kinds of a newer version are carried along. */
const streamName = /^([a-z]+)-([0-9]{1,16})\./;

/** Of a moment, or of one server: event queues end with a move, presence is over, and each server's policies remember for themselves. */
const staying = new Set(['queue', 'ephemeral', 'policy']);

const typed = (event: { readonly type: string }, type: EventType): boolean => eventTypeNamed(event.type) === type;

/**
 * The id of the organization that an event belongs to and leaves with; undefined where it stays. The server's own log stream holds
 * what concerns one organization beside what concerns the server. A claim stays: it is there until its act is done, and may hold
 * words that are to go with their message.
 */
export function realmOf(event: Pick<StoredEvent, 'type' | 'stream' | 'data'>): number | undefined {
  const [, kind, digits] = streamName.exec(event.stream) ?? [];
  if (kind === undefined || staying.has(kind) || typed(event, 'PolicyActionClaimed')) return undefined;
  const realmId = Number(digits);
  if (realmId !== noRealm) return realmId;
  const named = (event.data as { realmId?: unknown } | null)?.realmId;
  return event.stream === logStream.server() && typeof named === 'number' ? named : undefined;
}

/** The organization that an event registers. */
export function registeredBy(event: Pick<StoredEvent, 'id' | 'type' | 'data'>): ExportedRealm | undefined {
  if (!typed(event, 'RealmRegistered')) return undefined;
  return {
    ...(event.data as Omit<ExportedRealm, 'registration'>),
    registration: event.id as ExportedRealm['registration'],
  };
}

/** Whether an event takes everything before it in its log stream out of the log (design, Deletion and erasure). */
export const erasesBefore = (event: Pick<StoredEvent, 'type'>): boolean => typed(event, 'MessageDeleted');
