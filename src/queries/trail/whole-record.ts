/** The record of an event that is in the log. It is made for every event that a busy sink gets, so that it must take little time. */
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { Fields, ObjectRef, TrailRow } from '../../vocabulary/trail/row.ts';
import { actionOf, rowOf } from '../../vocabulary/trail/table.ts';
import type { TrailRecord } from '../../wire/trail.ts';

/** The entry of the trail's table for an event. */
export type About = {
  readonly row: TrailRow;
  readonly action: string;
  readonly object: ObjectRef;
  readonly after: Fields | null;
};

export type Around = {
  readonly named: {
    readonly actor: TrailRecord['actor'];
    readonly object: string | null;
    readonly in: TrailRecord['object']['in'];
  };
  readonly before: Fields | null;
  readonly index: number | null;
  /** Whether content that people wrote is included. */
  readonly content: boolean;
};

export function aboutOf(event: Recorded): About {
  const [row, action] = [rowOf(event.type), actionOf(event.type)];
  if (!row || !action) throw new Error(`${event.type} is not recorded`);
  const object: ObjectRef = { type: action.objectType, id: row.object(event) };
  return { row, action: action.action, object, after: row.after?.(event.data) ?? null };
}

export function wholeRecord(
  { id, position, metadata }: Recorded,
  { row, action, object, after }: About,
  { named, before, index, content }: Around,
): TrailRecord {
  return {
    id,
    position,
    index,
    at: new Date(metadata.at).toISOString(),
    action,
    actor: named.actor,
    object: { type: object.type, id: object.id, name: named.object, in: named.in },
    context: {
      client: metadata.client,
      request_id: metadata.requestId,
      caused_by: metadata.causedBy ?? null,
      decided_on: metadata.decidedOn ?? null,
    },
    before: content ? before : withoutContent(row, before),
    after: content ? after : withoutContent(row, after),
    state: 'intact',
    erased_by: null,
  };
}

function withoutContent({ content: hidden }: TrailRow, fields: Fields | null): Fields | null {
  if (!fields || !hidden) return fields;
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (!hidden.includes(name)) shown[name] = fields[name];
  return shown;
}
