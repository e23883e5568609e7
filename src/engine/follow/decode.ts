/** Converts stored events to the current types and shapes. Every read of the log uses it. */
import type { StoredEvent } from '../../ports/event-log.ts';
import { eventTypeNamed, type Recorded } from '../../vocabulary/events/index.ts';
import type { Metadata } from '../../vocabulary/events/metadata.ts';
import { schemaVersionOf, upcast } from '../../vocabulary/events/upcasters.ts';
import type { EventId, RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, partsOf } from '../../vocabulary/log-streams.ts';
import { isOurs } from './is-ours.ts';

/**
 * Undefined for a type, a schema version or a log stream that this version does not know, and for an event of another program. Such an
 * event stays in the log and is skipped.
 */
export function decode(stored: StoredEvent): Recorded | undefined {
  const parts = partsOf(stored.stream);
  const metadata = stored.metadata as Metadata;
  const type = eventTypeNamed(stored.type);
  if (!parts || type === undefined || !isOurs(stored) || metadata.schema > schemaVersionOf(type)) return undefined;
  const data = upcast(type, metadata.schema, stored.data);
  return {
    type,
    data,
    id: stored.id as EventId,
    metadata,
    stream: stored.stream as LogStream,
    kind: parts.kind,
    realmId: parts.realmId as RealmId,
    revision: stored.revision,
    position: stored.position,
    ...((type !== stored.type || data !== stored.data) && { asStored: { type: stored.type, data: stored.data } }),
  } as Recorded;
}
