/** The record of an event that is there: what the event says, and what is known beside it. */
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { Fields, ObjectRef, TrailRow } from '../../vocabulary/trail/row.ts';
import { actionOf, rowOf } from '../../vocabulary/trail/table.ts';
import type { TrailRecord } from '../../wire/trail.ts';

export type Around = {
  readonly named: {
    readonly actor: TrailRecord['actor'];
    readonly object: string | null;
    readonly in: TrailRecord['object']['in'];
  };
  readonly before: Fields | null;
  readonly index: number | null;
  /** Whether what people wrote is shown. */
  readonly content: boolean;
};

export function aboutOf(event: Recorded) {
  const [row, action] = [rowOf(event.type), actionOf(event.type)];
  if (!row || !action) throw new Error(`${event.type} is not recorded`);
  const object: ObjectRef = { type: action.objectType, id: row.object(event) };
  return { row, action: action.action, object, after: row.after?.(event.data) ?? null };
}

export function wholeRecord(event: Recorded, { named, before, index, content }: Around): TrailRecord {
  const { id, position, metadata } = event;
  const { row, action, object, after } = aboutOf(event);
  return {
    ...{ id, position, index },
    at: new Date(metadata.at).toISOString(),
    action,
    actor: named.actor,
    object: { ...object, name: named.object, in: named.in },
    context: {
      client: metadata.client,
      request_id: metadata.requestId,
      caused_by: metadata.causedBy ?? null,
      decided_on: metadata.decidedOn ?? null,
    },
    before: shown(row, before, content),
    after: shown(row, after, content),
    state: 'intact',
    erased_by: null,
  };
}

function shown({ content: hidden = [] }: TrailRow, fields: Fields | null, content: boolean): TrailRecord['after'] {
  if (!fields) return null;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => content || !hidden.includes(name)));
}
