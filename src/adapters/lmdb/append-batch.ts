/**
 * Decides the outcome of a batch of appends. Each append sees the ones before it in the batch. The function writes nothing; it reads
 * through the two functions of `CurrentStreams`, which must see everything written so far.
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

/** The log streams as they are in the file. */
export type CurrentStreams = {
  /** The newest revision of a log stream; undefined if the log stream does not exist. */
  head(stream: string): number | undefined;
  event(stream: string, revision: number): { readonly id: string; readonly position: number } | undefined;
};

type DecidedBatch = {
  readonly placed: readonly Placed[];
  /** The answers in the order of the appends. They may be given once `placed` is durable. */
  readonly answers: readonly AppendResult[];
};

type Written = { readonly first: number; readonly events: { readonly id: string; readonly position: number }[] };

export const decideBatch = (appends: readonly Append[], current: CurrentStreams, tail: number): DecidedBatch => {
  const placed: Placed[] = [];
  const written = new Map<string, Written>();
  let position = tail;

  const headOf = (stream: string): number | undefined => {
    const own = written.get(stream);
    return own === undefined ? current.head(stream) : own.first + own.events.length - 1;
  };
  const eventAt = (stream: string, revision: number) => {
    const own = written.get(stream);
    return own !== undefined && revision >= own.first
      ? own.events[revision - own.first]
      : current.event(stream, revision);
  };

  /** The answer to an append that was already made, and is repeated because its answer was lost; undefined for any other append. */
  const repeatedAppend = ({ stream, events }: Append, first: number): AppendResult | undefined => {
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
      return repeatedAppend(append, first) ?? { ok: false, reason: 'conflict', actual: head ?? 'none' };
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
