/** What events say about the removal of others from the log: which they erase, and which of those a legal hold keeps. */
import { inBase64 } from '../ledger/hashing.ts';
import { hashOfLeaf } from '../ledger/leaf.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { isErasing } from '../vocabulary/erasing.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import type { EventType } from '../vocabulary/events/index.ts';
import type { KeptLeaf } from '../vocabulary/events/leaf.ts';
import type { FileId, MessageId, RealmId } from '../vocabulary/ids.ts';
import { logStream, partsOf } from '../vocabulary/log-streams.ts';

export type Removal = {
  /** The log stream of the event, which is also that of the events that it erases. */
  readonly stream: string;
  /** The erased events. `hash`: of the leaf, if it is of version 2. */
  readonly erased: readonly { readonly id: string; readonly hash: string | undefined }[];
  /** Log streams whose erased events stay because of a legal hold. */
  readonly held: readonly string[];
  /** Log streams that no legal hold keeps any more. */
  readonly released: readonly string[];
};

type Fields = Readonly<Record<string, unknown>>;
type Read = (data: Fields, stream: string) => Partial<Removal>;

const erasure: Read = ({ leaves, held }, stream) => ({
  erased: listIn(leaves).flatMap((leaf) => erasedBy(stream, leaf)),
  held: held === true ? [stream] : [],
});

const aboutHolds: ReadonlyMap<string, Read> = new Map<EventType, Read>([
  ['DeletionHeld', ({ message }, stream) => ({ held: [messageIn(stream)(fieldsIn(message).messageId)] })],
  ['FileDeletionHeld', ({ fileId }, stream) => ({ held: [fileIn(stream)(fileId)] })],
  [
    'HeldDeletionsEnded',
    ({ messageIds, fileIds }, stream) => ({
      released: [...listIn(messageIds).map(messageIn(stream)), ...listIn(fileIds).map(fileIn(stream))],
    }),
  ],
]);

/** Undefined for almost all events. Whoever changed the log may have written anything into the data. */
export function removalIn(event: StoredEvent): Removal | undefined {
  const { stream, type } = event;
  const read = isErasing(event) ? erasure : aboutHolds.get(type);
  return read && { stream, erased: [], held: [], released: [], ...read(fieldsIn(event.data), stream) };
}

const realmIn = (stream: string): RealmId => partsOf(stream)?.realmId as RealmId;
/** The log stream of a message, or of a file, of the same organization. */
const messageIn = (stream: string) => (id: unknown) => logStream.message(realmIn(stream), id as MessageId);
const fileIn = (stream: string) => (id: unknown) => logStream.file(realmIn(stream), id as FileId);

/** An event erases only events of its own log stream. A leaf of version 1 does not name the log stream. */
function erasedBy(stream: string, leaf: unknown): Removal['erased'] {
  const { id, eventId, stream: of = stream } = fieldsIn(leaf);
  if (of !== stream || typeof (id ?? eventId) !== 'string') return [];
  const kept = leaf as KeptLeaf;
  return [{ id: idOfLeaf(kept), hash: 'v' in kept ? inBase64(hashOfLeaf(kept)) : undefined }];
}

const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
