/** The keys by which the trail finds an event: one for each filter that it matches. */
import type { EventType, Recorded } from '../events/index.ts';
import type { KeptLeaf } from '../events/leaf.ts';
import { foldCase } from '../fold-case.ts';
import type { Place } from '../places.ts';
import { wordsIn } from '../words.ts';
import type { ObjectRef } from './row.ts';
import { actionOf, rowOf } from './table.ts';

/** Longer texts are cut, here and in filters. */
const textMax = 120;

export const trailKey = {
  /** Null: the service itself. */
  actor: (userId: number | null): string => `a${userId ?? '-'}`,
  event: (type: EventType): string => `t${type}`,
  object: ({ type, id }: ObjectRef): string => `o${type}:${id}`.slice(0, textMax),
  stream: (channelId: number): string => `s${channelId}`,
  /** Moves of many messages out of the topic with this id. */
  movedFrom: (topicId: string): string => `m${topicId}`.slice(0, textMax),
  topic: (topic: string): string => `p${foldCase(topic)}`.slice(0, textMax),
  client: (client: string): string => `c${client}`.slice(0, textMax),
  request: (requestId: string): string => `r${requestId}`.slice(0, textMax),
  cause: (eventId: string): string => `b${eventId}`,
  word: (word: string): string => `w${word}`,
} as const;

const placeKeys = (place: Place | undefined): string[] =>
  place?.kind === 'channel' ? [trailKey.stream(place.channelId), trailKey.topic(place.topic)] : [];

/** Undefined for events that are not recorded. */
export function keysOf(event: Recorded): string[] | undefined {
  const row = rowOf(event.type);
  const action = actionOf(event.type);
  if (!row || !action) return undefined;
  const { metadata } = event;
  const id = row.object(event);
  const object: ObjectRef = { type: action.objectType, id };
  const place = row.place?.(event.data);
  const also = row.also?.(event) ?? [];
  const movesFrom = row.movesManyFrom?.(event.data);
  const streams = action.objectType === 'stream' && typeof id === 'number' ? [trailKey.stream(id)] : [];
  return [
    ...new Set([
      trailKey.actor(metadata.actor),
      trailKey.event(event.type),
      trailKey.object(object),
      ...also.map(trailKey.object),
      ...(movesFrom === undefined ? [] : [trailKey.movedFrom(movesFrom)]),
      ...placeKeys(place),
      ...placeKeys(row.alsoIn?.(event.data)),
      ...streams,
      trailKey.client(metadata.client),
      trailKey.request(metadata.requestId),
      ...(metadata.causedBy === undefined ? [] : [trailKey.cause(metadata.causedBy)]),
      ...wordsIn(row.names?.(event.data) ?? []).map(trailKey.word),
    ]),
  ];
}

/** The keys of an erased event, of which only the leaf is left. `place`: the last place of its object. */
export const keysOfErased = (type: EventType, leaf: KeptLeaf, object: ObjectRef, place?: Place): string[] => [
  trailKey.actor(leaf.actor),
  trailKey.event(type),
  trailKey.object(object),
  ...placeKeys(place),
];
