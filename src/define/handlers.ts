/**
 * Handlers of events by event type: `on: { MessageSent: (event, …) => … }`. The folded state, aggregates, families of client events
 * and policies all say in this shape which events they look at. A type that is not named means nothing to them.
 */
import type { EventType, Recorded } from '../vocabulary/events/index.ts';

/** `Rest`: what a handler is given beside the event. `R`: what it returns. */
export type On<Rest extends readonly unknown[], R> = {
  readonly [T in EventType]?: (event: Recorded<T>, ...rest: Rest) => R;
};

/** The handler of the event's own type; undefined where that type is not named. */
export const handlerOf = <Rest extends readonly unknown[], R>(
  on: On<Rest, R>,
  event: Recorded,
): ((event: Recorded, ...rest: Rest) => R) | undefined => on[event.type] as never;

/** An aggregate: what the events of one log stream amount to. A handler returns the next state and leaves the last one as it was. */
export type Aggregate<O> = { readonly initial: () => O; readonly on: On<[state: O], O> };

/** The aggregate's state after `events`, which are all of its log stream, in order. */
export const foldAggregate = <O>({ initial, on }: Aggregate<O>, events: readonly Recorded[]): O =>
  events.reduce((state, event) => {
    const handler = handlerOf(on, event);
    return handler ? handler(event, state) : state;
  }, initial());

/** A part of the folded state: what it is before the first event, and how each event changes it in place. */
export type StatePart<S, Rest extends readonly unknown[] = []> = {
  readonly initial: () => S;
  readonly on: On<[state: S, ...rest: Rest], void>;
};

/** Applies one event to a part of the folded state. */
export const applyEvent = <S, Rest extends readonly unknown[]>(
  { on }: StatePart<S, Rest>,
  event: Recorded,
  state: S,
  ...rest: Rest
): void => handlerOf(on, event)?.(event, state, ...rest);
