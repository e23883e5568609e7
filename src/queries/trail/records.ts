/** Turns documents of the trail into records: the contents of each event in the log, with the names at that time. */
import { deletionDocumentId, deletions } from '../../../projections/deletions.ts';
import { isErased } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import { eventTypeNamed } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { iso } from '../../vocabulary/iso.ts';
import { limits } from '../../vocabulary/limits.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import type { Place } from '../../vocabulary/places.ts';
import type { ObjectRef, ObjectType } from '../../vocabulary/trail/row.ts';
import { actionOf } from '../../vocabulary/trail/table.ts';
import type { TrailRecord } from '../../wire/trail.ts';
import { leafIndexesOf } from '../ledger.ts';
import { fieldsBefore } from './before.ts';
import { type EventReader, namesThen } from './names.ts';
import type { Selected } from './select.ts';
import { aboutOf, wholeRecord } from './whole-record.ts';

type RecordsOptions = {
  readonly events: EventReader;
  /** Whether content that people wrote is included. */
  readonly content: boolean;
};

/** More events than a message can have: beside its edits and submessages, it is sent, deleted and erased once each. */
export const heldEventsMax = limits.messageEditsMax + limits.submessagesPerMessageMax + 10;

export type Records = ReturnType<typeof recordsIn>;

/** Makes the records of one answer. */
export function recordsIn(view: ReadView, realmId: RealmId, options: RecordsOptions) {
  const names = namesThen(view, realmId, options.events);

  async function of(document: Selected): Promise<TrailRecord> {
    return (await all([document]))[0] as TrailRecord;
  }

  /** In the order of the documents. */
  async function all(documents: readonly Selected[]): Promise<TrailRecord[]> {
    const events = await Promise.all(documents.map((document) => eventOf(document)));
    const ids = documents.map(({ eventId }) => eventId);
    const indexes = await leafIndexesOf(view, realmId, ids);
    return Promise.all(
      documents.map((document, at) => {
        const [event, index = null] = [events[at], indexes[at]];
        return event ? recordOf(event, index) : goneRecord(document, index);
      }),
    );
  }

  /** Undefined if it must not be shown any more. */
  async function eventOf(document: Selected): Promise<Recorded | undefined> {
    if (isErased(document)) return options.content ? held(document.object, document.eventId) : undefined;
    const [event] = await options.events(document.stream, document.revision, 1);
    return event?.id === document.eventId ? event : undefined;
  }

  /** The event of a deleted message that a legal hold keeps in the log. */
  async function held({ type, id }: ObjectRef, eventId: string): Promise<Recorded | undefined> {
    if (type !== 'message') return undefined;
    const deletion = await view.get(deletions, deletionDocumentId(realmId, Number(id)));
    if (!deletion?.held) return undefined;
    const events = await options.events(logStream.message(realmId, deletion.messageId), 0, heldEventsMax);
    return events.find((event) => event.id === eventId);
  }

  async function recordOf(event: Recorded, index: number | null): Promise<TrailRecord> {
    const { metadata, position } = event;
    const about = aboutOf(event);
    const { row, object, after } = about;
    const before = await fieldsBefore(view, options.events, event, row, after);
    const place = row.place?.(event.data);
    const named = {
      actor: await actorOf(metadata.actor, position),
      object: (await nameOf(object, position)) ?? row.names?.(event.data)[0] ?? null,
      in: place ? await placeOf(place, position) : null,
    };
    return wholeRecord(event, about, { named, before, index, content: options.content });
  }

  async function goneRecord(document: Selected, index: number | null): Promise<TrailRecord> {
    const { type, actor, object, at, position, erasedBy } = isErased(document)
      ? { ...document, at: document.erasedAt, position: Number.MAX_SAFE_INTEGER }
      : // A queue that has ended leaves the log.
        { ...readFrom(document.keys), at: document.at, position: document.position, erasedBy: null };
    return {
      id: document.eventId,
      index,
      at: iso(at),
      position: null,
      action: actionOf(type)?.action ?? type,
      actor: await actorOf(actor, position),
      object: { ...object, name: null, in: null },
      context: { client: null, request_id: null, caused_by: null, decided_on: null },
      before: null,
      after: null,
      state: 'erased',
      erased_by: erasedBy,
    };
  }

  async function actorOf(userId: number | null, position: number): Promise<TrailRecord['actor']> {
    if (userId === null) return { type: 'service', id: null, name: null };
    const [isBot, name] = await Promise.all([names.isBot(userId), names.person(userId, position)]);
    return { type: isBot ? 'bot' : 'user', id: userId, name };
  }

  async function nameOf({ type, id }: ObjectRef, position: number): Promise<string | null> {
    if (typeof id !== 'number') return null;
    if (type === 'user' || type === 'auditor') return names.person(id, position);
    return type === 'stream' ? names.channel(id, position) : null;
  }

  async function placeOf(place: Place, position: number): Promise<TrailRecord['object']['in']> {
    if (place.kind === 'private') return { with: [...place.userIds] };
    const { channelId, topic } = place;
    return { stream_id: channelId, stream: await names.channel(channelId, position), topic };
  }

  return { of, all };
}

/** What the keys of a document show of an event that is no longer in the log. */
function readFrom(keys: readonly string[]) {
  const [actor = '-', name = '', object = ''] = ['a', 't', 'o'].map((mark) =>
    keys.find((key) => key.startsWith(mark))?.slice(1),
  );
  const type = eventTypeNamed(name);
  const [objectType = '', ...id] = object.split(':');
  if (type === undefined) throw new Error(`a document of the trail names no event: ${name}`);
  const text = id.join(':');
  const ref: ObjectRef = { type: objectType as ObjectType, id: /^\d{1,15}$/.test(text) ? Number(text) : text };
  return { type, actor: actor === '-' ? null : Number(actor), object: ref };
}
