/**
 * Handlers of events by event type: `on: { MessageSent: (event, …) => … }`. The parts of the folded state, aggregates, client events
 * and policies all declare their handlers in this shape. They ignore the event types that they do not name.
 */
import type { EventType, Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';

/** `Rest`: the arguments of a handler after the event. `R`: what it returns. */
export type On<Rest extends readonly unknown[], R> = {
  readonly [T in EventType]?: (event: Recorded<T>, ...rest: Rest) => R;
};

/** The handler for the type of the event; undefined if there is none. */
export const handlerOf = <Rest extends readonly unknown[], R>(
  on: On<Rest, R>,
  event: Recorded,
): ((event: Recorded, ...rest: Rest) => R) | undefined => on[event.type] as never;

/** The handlers for the type of an event in several families, in their order. They are looked up once for each type. */
export function handlersOf<Rest extends readonly unknown[], R>(
  families: readonly On<Rest, R>[],
): (event: Recorded) => readonly ((event: Recorded, ...rest: Rest) => R)[] {
  const known = new Map<EventType, readonly ((event: Recorded, ...rest: Rest) => R)[]>();
  return (event) => {
    const handlers = known.get(event.type) ?? families.flatMap((family) => handlerOf(family, event) ?? []);
    known.set(event.type, handlers);
    return handlers;
  };
}

/** An aggregate: the state folded from one log stream. A handler returns the next state, and does not change the previous one. */
export type Aggregate<O> = {
  readonly initial: () => O;
  readonly on: On<[state: O], O>;
  /** Whether the first and the last event of the log stream give the same state as all events. Then no others are read. */
  readonly endsSuffice?: true;
  /** Types of events that only add to the state. All events after the last one of another type in `on` are read, too. */
  readonly adds?: readonly EventType[];
  /** A second log stream that the state names. Its events are folded after those of the first one, in the same way. */
  readonly leadsTo?: (state: O, realmId: RealmId) => LogStream | undefined;
  /** Whether all events of that second log stream are read, whatever suffices for the first one. */
  readonly leadsToAll?: true;
};

/** The state after `events`, which are the events of the log stream in order. */
export const foldAggregate = <O>({ initial, on }: Aggregate<O>, events: readonly Recorded[]): O =>
  events.reduce((state, event) => {
    const handler = handlerOf(on, event);
    return handler ? handler(event, state) : state;
  }, initial());

/**
 * A part of the folded state: its value before the first event, and how each event changes it in place. `Realm`: the other parts that its
 * handlers look at.
 */
export type StatePart<S, Realm = unknown> = {
  readonly initial: () => S;
  readonly on: On<[state: S, realm: Realm], void>;
};

/** Replaces an entry of a map in the state with a changed copy. Nothing changes if there is no such entry. */
export function changeEntry<K, V extends object>(map: Map<K, V>, key: K, change: (before: V) => Partial<V>): void {
  const before = map.get(key);
  if (before) map.set(key, { ...before, ...change(before) });
}

/** Applies one event to a part of the folded state. */
export const applyEvent = <S, Realm>({ on }: StatePart<S, Realm>, event: Recorded, state: S, realm: Realm): void =>
  handlerOf(on, event)?.(event, state, realm);
