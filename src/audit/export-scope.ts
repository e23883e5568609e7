/** Which events belong to the export of an organization. */
import type { StoredEvent } from '../ports/event-log.ts';
import { isErasing } from '../vocabulary/erasing.ts';
import { type DataOf, type EventType, eventTypeNamed } from '../vocabulary/events/index.ts';
import { queueEvents } from '../vocabulary/events/queue.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { logStream, noRealm, realmIdIn } from '../vocabulary/log-streams.ts';
import { isExported } from '../vocabulary/recorded-kinds.ts';
import type { ExportedRealm } from './export-format.ts';

const typed = (event: { readonly type: string }, type: EventType): boolean => eventTypeNamed(event.type) === type;

/**
 * The id of the organization with which an event is exported; undefined if it is not exported. The server's own log stream contains events
 * about single organizations and about the server.
 */
export function realmOf(event: Pick<StoredEvent, 'type' | 'stream' | 'data'>): number | undefined {
  const realmId = isExported(event) ? realmIdIn(event.stream) : undefined;
  if (realmId !== noRealm) return realmId;
  const named = (event.data as { realmId?: unknown } | null)?.realmId;
  return event.stream === logStream.server() && typeof named === 'number' ? named : undefined;
}

export function registeredBy(event: Pick<StoredEvent, 'id' | 'type' | 'data'>): ExportedRealm | undefined {
  if (!typed(event, 'RealmRegistered')) return undefined;
  return {
    ...(event.data as Omit<ExportedRealm, 'registration'>),
    registration: event.id as ExportedRealm['registration'],
  };
}

/** Whether an event removes all earlier events of its log stream from the log. Event queues, which are never exported, are left out. */
export const erasesBefore = (event: Pick<StoredEvent, 'type'>): boolean =>
  isErasing(event) && !(event.type in queueEvents);

/** The erased events, according to the events that erased them. */
export class ErasedStreams {
  /** Maps a log stream to the revision of the event before which everything is removed, or is kept because of a hold. */
  readonly #gone = new Map<string, number>();
  readonly #held = new Map<string, number>();

  see(event: Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'data'>): void {
    const realmId = (realmIdIn(event.stream) ?? noRealm) as RealmId;
    if (erasesBefore(event)) {
      const isHeld = (event.data as { held?: unknown }).held === true;
      (isHeld ? this.#held : this.#gone).set(event.stream, event.revision);
    } else if (typed(event, 'DeletionHeld')) {
      const { message } = event.data as DataOf<'DeletionHeld'>;
      moved(this.#gone, this.#held, logStream.message(realmId, message.messageId));
    } else if (typed(event, 'FileDeletionHeld')) {
      const { fileId } = event.data as DataOf<'FileDeletionHeld'>;
      moved(this.#gone, this.#held, logStream.file(realmId, fileId));
    } else if (typed(event, 'HeldDeletionsEnded')) {
      const { messageIds, fileIds } = event.data as DataOf<'HeldDeletionsEnded'>;
      for (const id of messageIds) moved(this.#held, this.#gone, logStream.message(realmId, id));
      for (const id of fileIds) moved(this.#held, this.#gone, logStream.file(realmId, id));
    }
  }

  has({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): boolean {
    return revision < (this.#gone.get(stream) ?? 0);
  }

  streams(): IterableIterator<string> {
    return this.#gone.keys();
  }
}

function moved(from: Map<string, number>, to: Map<string, number>, stream: string): void {
  const revision = from.get(stream);
  if (revision === undefined) return;
  from.delete(stream);
  to.set(stream, revision);
}
