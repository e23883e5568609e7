/**
 * The read model `trail`: one document for each recorded event, with the keys by which filters find it. The contents of the event are read
 * from the log. If an event was erased, its document is made from its leaf in the erasing event. The document of an event in the log has
 * the position as its id, so that index results are read directly. `EventPlace` leads from the event's id to that document.
 */
import { defineProjection, type Handler, type Operation, type ReadModel } from '../src/define/projection.ts';
import { leavesIn } from '../src/vocabulary/erasing.ts';
import { idOfLeaf } from '../src/vocabulary/events/id-of-leaf.ts';
import { type EventType, eventSchemas, eventTypeNamed, type Recorded } from '../src/vocabulary/events/index.ts';
import type { KeptLeaf } from '../src/vocabulary/events/leaf.ts';
import type { EventId, Millis, UserId } from '../src/vocabulary/ids.ts';
import type { LogStream } from '../src/vocabulary/log-streams.ts';
import { recordedIn } from '../src/vocabulary/recorded-kinds.ts';
import { keysOf, keysOfErased } from '../src/vocabulary/trail/keys.ts';
import type { ObjectRef } from '../src/vocabulary/trail/row.ts';
import { actionOf, rowOf } from '../src/vocabulary/trail/table.ts';

export type TrailDocument = {
  readonly realmId: number;
  readonly position: number;
  readonly eventId: EventId;
  readonly at: Millis;
  readonly stream: LogStream;
  readonly revision: number;
  /** The keys always include `everyEvent`. */
  readonly keys: readonly string[];
};

/** The place of an event's document, for events that are in the log. */
export type EventPlace = { readonly realmId: number; readonly eventId: EventId; readonly placedAt: number };

/** What remains of an erased event. */
export type ErasedDocument = {
  readonly realmId: number;
  readonly eventId: EventId;
  readonly erasedAt: Millis;
  readonly erasedKeys: readonly string[];
  readonly type: EventType;
  readonly actor: UserId | null;
  readonly object: ObjectRef;
  readonly erasedBy: EventId;
};

type Document = TrailDocument | EventPlace | ErasedDocument;

export const isErased = (document: object): document is ErasedDocument => 'erasedBy' in document;

/** The id of the document of an event in the log. */
export const trailDocumentId = (realmId: number, position: number): string => `${realmId}@${position}`;
/** The id of the document that contains the place of an event, or what remains of it. */
export const trailEventId = (realmId: number, eventId: string): string => `${realmId}.${eventId}`;

/** Every event has this key, both those in the log and the erased ones. */
export const everyEvent = '*';

function erasedDocument(realmId: number, event: Recorded, leaf: KeptLeaf): ErasedDocument | undefined {
  const type = eventTypeNamed(leaf.type);
  const row = rowOf(event.type);
  const action = actionOf(event.type);
  if (type === undefined || !row || !action || !rowOf(type)) return undefined;
  const object: ObjectRef = { type: action.objectType, id: row.object(event) };
  return {
    realmId,
    eventId: idOfLeaf(leaf),
    erasedAt: leaf.at,
    erasedKeys: [everyEvent, ...keysOfErased(type, leaf, object, row.place?.(event.data))],
    type,
    actor: leaf.actor,
    object,
    erasedBy: event.id,
  };
}

const recorded: Handler<Document, EventType> = {
  reads(event) {
    const leaves = leavesIn(event);
    if (leaves.length === 0) return [];
    return (recordedIn(event) ?? []).flatMap((realmId) => leaves.map((leaf) => trailEventId(realmId, idOfLeaf(leaf))));
  },
  apply: (event, own) => {
    const keys = keysOf(event);
    if (!keys) return [];
    const { id: eventId, position, stream, revision, metadata } = event;
    return (recordedIn(event) ?? []).flatMap((realmId): Operation<Document>[] => [
      ...leavesIn(event).flatMap((leaf): Operation<Document>[] => {
        const id = trailEventId(realmId, idOfLeaf(leaf));
        const before = own.get(id);
        const document = erasedDocument(realmId, event, leaf);
        return [
          ...(before && 'placedAt' in before
            ? [{ op: 'remove' as const, id: trailDocumentId(realmId, before.placedAt) }]
            : []),
          document ? { op: 'put', id, document } : { op: 'remove', id },
        ];
      }),
      { op: 'put', id: trailEventId(realmId, eventId), document: { realmId, eventId, placedAt: position } },
      {
        op: 'put',
        id: trailDocumentId(realmId, position),
        document: { realmId, position, eventId, at: metadata.at, stream, revision, keys: [everyEvent, ...keys] },
      },
    ]);
  },
};

const handled = (Object.keys(eventSchemas) as EventType[]).filter((type) => rowOf(type) !== undefined);

export const trailProjection = defineProjection<Document>({
  name: 'trail',
  version: 5,
  indexes: {
    byKey: ['realmId', 'keys', 'position'],
    erased: ['realmId', 'erasedKeys', 'erasedAt'],
  },
  postings: ['byKey'],
  on: Object.fromEntries(handled.map((type) => [type, recorded])),
});

const { name, indexes, postings } = trailProjection;
export const trail: ReadModel<TrailDocument> = { name, indexes, postings };
/** The documents whose id contains the id of an event. */
export const trailEvents: ReadModel<EventPlace | ErasedDocument> = { name, indexes, postings };
export const erasedTrail: ReadModel<ErasedDocument> = { name, indexes, postings };
