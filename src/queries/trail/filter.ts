/** The filter of a search in the trail, and the cursor at which a reader continues. */
import type { EventType } from '../../vocabulary/events/index.ts';
import type { EventId, Millis, UserId } from '../../vocabulary/ids.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import type { ObjectRef } from '../../vocabulary/trail/row.ts';
import type { MovesAlong } from './moves-along.ts';

/** A place between two events: after the event at `position`, and after every erased one that is not later than `at`. */
export type Moment = { readonly position: number; readonly at: Millis };

/** An absent field means no condition. */
export type TrailFilter = {
  /** Null for the service itself. */
  readonly actor?: UserId | null | undefined;
  readonly events?: readonly EventType[] | undefined;
  /** The event must be about one of these objects. */
  readonly objects?: readonly ObjectRef[] | undefined;
  /** The moves of the message that the event must be about. */
  readonly moves?: MovesAlong | undefined;
  readonly channelId?: number | undefined;
  readonly topic?: string | undefined;
  readonly client?: string | undefined;
  readonly requestId?: string | undefined;
  readonly causedBy?: EventId | undefined;
  /**
   * Words that must each occur in a name, or that must all occur in the topic or in the message of one of these keys. `heldKeys`: those of
   * deleted messages that a legal hold keeps.
   */
  readonly search?:
    | { readonly words: readonly string[]; readonly orKeys: readonly string[]; readonly heldKeys: readonly string[] }
    | undefined;
  /** Types of events that are always left out. */
  readonly hidden?: readonly EventType[] | undefined;
  readonly since?: Moment | undefined;
  readonly until?: Moment | undefined;
};

/** A condition: an event meets it if it has one of these keys. */
export type Alternatives = readonly string[];

const one = <T>(value: T | undefined, key: (value: T) => string): Alternatives[] =>
  value === undefined ? [] : [[key(value)]];

/** The conditions of a filter, except `search`. An event must meet all of them. */
export const conditionsOf = (filter: TrailFilter): Alternatives[] => [
  ...one(filter.requestId, trailKey.request),
  ...one(filter.causedBy, trailKey.cause),
  ...(filter.objects === undefined ? [] : [filter.objects.map(trailKey.object)]),
  ...one(filter.topic, trailKey.topic),
  ...one(filter.channelId, trailKey.stream),
  ...one(filter.actor, trailKey.actor),
  ...one(filter.client, trailKey.client),
  ...(filter.events === undefined ? [] : [filter.events.map(trailKey.event)]),
];

/** How far a page was read: the position of the last event, and the time and id of the last erased event. */
export type TrailCursor = { readonly position: number; readonly at: Millis; readonly eventId: string };

export const cursorText = ({ position, at, eventId }: TrailCursor): string => `${position}.${at}.${eventId}`;

const cursorForm = /^(\d{1,16})\.(\d{1,16})\.([0-9a-f-]{0,36})$/;

/** Undefined if the text is not a cursor. */
export function cursorOf(text: string): TrailCursor | undefined {
  const [, position, at, eventId] = cursorForm.exec(text) ?? [];
  const cursor = { position: Number(position), at: Number(at), eventId: eventId ?? '' };
  return Number.isSafeInteger(cursor.position) && Number.isSafeInteger(cursor.at) ? cursor : undefined;
}
