/**
 * The read model `trail`: a document for each recorded event, with the keys under which filters find it. What the event says is read from
 * the log. Of an erased event, which the log has no longer, the document is made from its leaf in the event that erased it.
 */
import { defineProjection, type Handler, type Operation, type ReadModel } from '../src/define/projection.ts';
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
  readonly keys: readonly string[];
};

/** All that is left of an event. */
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

export const isErased = (document: TrailDocument | ErasedDocument): document is ErasedDocument =>
  'erasedBy' in document;

export const trailDocumentId = (realmId: number, eventId: string): string => `${realmId}.${eventId}`;

/** Under this key stands every erased event. */
export const anyErased = '*';

const leavesOf = ({ data }: Recorded): readonly KeptLeaf[] => ('leaves' in data ? (data.leaves ?? []) : []);

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
    erasedKeys: [anyErased, ...keysOfErased(type, leaf, object, row.place?.(event.data))],
    type,
    actor: leaf.actor,
    object,
    erasedBy: event.id,
  };
}

const recorded: Handler<TrailDocument | ErasedDocument, EventType> = {
  apply: (event) => {
    const keys = keysOf(event);
    if (!keys) return [];
    const { id: eventId, position, stream, revision, metadata } = event;
    return (recordedIn(event) ?? []).flatMap((realmId): Operation<TrailDocument | ErasedDocument>[] => [
      ...leavesOf(event).map((leaf): Operation<TrailDocument | ErasedDocument> => {
        const id = trailDocumentId(realmId, idOfLeaf(leaf));
        const document = erasedDocument(realmId, event, leaf);
        return document ? { op: 'put', id, document } : { op: 'remove', id };
      }),
      {
        op: 'put',
        id: trailDocumentId(realmId, eventId),
        document: { realmId, position, eventId, at: metadata.at, stream, revision, keys },
      },
    ]);
  },
};

const handled = (Object.keys(eventSchemas) as EventType[]).filter((type) => rowOf(type) !== undefined);

export const trailProjection = defineProjection<TrailDocument | ErasedDocument>({
  name: 'trail',
  version: 1,
  indexes: {
    byPosition: ['realmId', 'position'],
    byKey: ['realmId', 'keys', 'position'],
    erased: ['realmId', 'erasedKeys', 'erasedAt'],
  },
  postings: ['byKey'],
  on: Object.fromEntries(handled.map((type) => [type, recorded])),
});

const { name, indexes, postings } = trailProjection;
export const trail: ReadModel<TrailDocument> = { name, indexes, postings };
export const erasedTrail: ReadModel<ErasedDocument> = { name, indexes, postings };
