/**
 * Decides a batch of appends against the streams as they stand, each seeing those before it. Pure but for the two reads
 * it is given, which must see everything written so far.
 */
import type { AppendResult, ExpectedRevision } from '../../ports/event-log.ts';
import type { Placed } from './log-file.ts';
import { placeEvent } from './stored-event.ts';

export type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly { readonly id: string; readonly body: string }[];
  readonly bytes: number;
};

export type Standing = {
  head(stream: string): number | undefined;
  event(stream: string, revision: number): { readonly id: string; readonly position: number } | undefined;
};

export type DecidedBatch = {
  readonly placed: readonly Placed[];
  /** Answers in the order of the appends; true once `placed` is durable. */
  readonly answers: readonly AppendResult[];
};

type Written = { readonly first: number; readonly events: { readonly id: string; readonly position: number }[] };

export const decideBatch = (appends: readonly Append[], standing: Standing, tail: number): DecidedBatch => {
  const placed: Placed[] = [];
  const written = new Map<string, Written>();
  let position = tail;

  const headOf = (stream: string): number | undefined => {
    const own = written.get(stream);
    return own === undefined ? standing.head(stream) : own.first + own.events.length - 1;
  };
  const eventAt = (stream: string, revision: number) => {
    const own = written.get(stream);
    return own !== undefined && revision >= own.first
      ? own.events[revision - own.first]
      : standing.event(stream, revision);
  };

  /** The same append again, after its answer was lost: it stands where it stood the first time. */
  const alreadyStands = ({ stream, events }: Append, first: number): AppendResult | undefined => {
    let last: { readonly position: number } | undefined;
    for (const [index, { id }] of events.entries()) {
      const event = eventAt(stream, first + index);
      if (event?.id !== id) return undefined;
      last = event;
    }
    return last && { ok: true, revision: first + events.length - 1, position: last.position };
  };

  const decide = (append: Append): AppendResult => {
    const { stream, expected, events } = append;
    const head = headOf(stream);
    const first = expected === 'none' ? 0 : expected + 1;
    if (expected !== (head ?? 'none')) {
      return alreadyStands(append, first) ?? { ok: false, reason: 'conflict', actual: head ?? 'none' };
    }
    const own = written.get(stream) ?? { first, events: [] };
    written.set(stream, own);
    for (const [index, { id, body }] of events.entries()) {
      position += 1;
      placed.push({ position, stream, revision: first + index, json: placeEvent(stream, first + index, body) });
      own.events.push({ id, position });
    }
    return { ok: true, revision: first + events.length - 1, position };
  };

  return { answers: appends.map(decide), placed };
};
