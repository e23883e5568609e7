/** Reads of the log, page by page; a page that failed is asked for again. All go to the leader: a follower may be behind. */
import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/event-log.ts';
import { asked } from './asking.ts';
import { collected } from './pages.ts';
import { positionAt } from './positions.ts';
import type { StoreContext } from './store-context.ts';
import { eventOfWire, storedEvent } from './stored-event.ts';
import { type CallListener, openReadCall } from './wire/calls.ts';
import { eventIn, type ReadFrom, type ReadRange, readRequest, type WireEvent } from './wire/read-messages.ts';

export type StreamRange = {
  readonly backward: boolean;
  readonly from?: number | undefined;
  readonly limit: number;
};

const pageMax = 256;
/** Most often the newest event of all is one of ours; if not, the store is asked for ours. */
const tailPage = 4;
/** What it finds is ours, but for what it wrote into our streams by itself. */
const tailPages = [4, 64, 1024];

const streamPage = (context: StoreContext, stream: string, { backward, from, limit }: StreamRange) =>
  asked(context, () => {
    const read = context.client.readStream(stream, {
      direction: backward ? BACKWARDS : FORWARDS,
      fromRevision: from === undefined ? (backward ? END : START) : BigInt(from),
      maxCount: limit,
      requiresLeader: true,
    });
    return collected(read, context.timings.answerWithinMs);
  });

export const readStream = async (
  context: StoreContext,
  stream: string,
  { backward, from, limit }: StreamRange,
): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  let next = from;
  while (events.length < limit) {
    const count = Math.min(limit - events.length, pageMax);
    const page = await streamPage(context, stream, { backward, from: next, limit: count });
    for (const { event } of page) if (event !== undefined) events.push(storedEvent(event, context.namespace));
    const last = events.at(-1);
    if (last === undefined || page.length < count || (backward && last.revision === 0)) break;
    next = last.revision + (backward ? -1 : 1);
  }
  return events;
};

/**
 * Events of everything, in one read. A store that looks through much for little is silent for long; as long as it answers something
 * else meanwhile, it is waited for.
 */
const pageOfAll = (context: StoreContext, range: ReadRange): Promise<WireEvent[]> =>
  asked(
    context,
    () =>
      new Promise((resolve, reject) => {
        const events: WireEvent[] = [];
        let isOver = false;
        const end = (how: () => void): void => {
          isOver = true;
          clearTimeout(silence);
          how();
        };
        const giveUp = (error: unknown): void => {
          end(() => reject(error));
          // One that could not be begun has told so.
          opening.then((call) => call.cancel()).catch(() => {});
        };
        const ask = async (): Promise<void> => {
          await context.probe();
          context.closed.throwIfAborted();
          if (!isOver) silence.refresh();
        };
        const silence = setTimeout(() => void ask().catch(giveUp), context.timings.answerWithinMs);
        const listener: CallListener = {
          onMessage(message) {
            if (isOver) return;
            silence.refresh();
            try {
              const event = eventIn(message);
              if (event !== undefined) events.push(event);
            } catch (error) {
              giveUp(error);
            }
          },
          onEnd: (error) => end(() => (error === undefined ? resolve(events) : reject(error))),
        };
        const opening = openReadCall(context.client, readRequest(range), { requiresLeader: true }, listener);
        opening.catch(giveUp);
      }),
  );

/** Our events after `after` up to `upTo`. The store reads from a position on, its record included. */
export async function* readAll(
  context: StoreContext,
  after: number,
  upTo: Promise<number>,
  isWanted: (event: StoredEvent) => boolean,
): AsyncGenerator<StoredEvent> {
  const end = await upTo;
  const { filter } = context.namespace;
  let from: ReadFrom = after === 0 ? 'start' : after;
  let position = after;
  while (position < end) {
    context.assertOpen();
    const page: WireEvent[] = await pageOfAll(context, { from, count: pageMax, filter });
    for (const event of page) {
      from = positionAt(event.commit, event.prepare);
      if (from <= position || !context.namespace.has(event)) continue;
      position = from;
      if (position > end) return;
      const stored = eventOfWire(event, context.namespace);
      if (isWanted(stored)) yield stored;
    }
    if (page.length < pageMax) return;
  }
}

export type Tail = {
  /** Of the newest event of ours; 0: there is none. */
  position(): Promise<number>;
  /** Where a record begins, at `handled` or later, such that nothing of ours stands between. */
  behind(handled: number): number;
};

/**
 * Keeps in mind that nothing of ours stands after `tail` up to `seen`. The store's own events may stand behind the tail, thousands in a
 * row where much was truncated, and others' by the million; so what was once looked through is not looked through again.
 */
export const tailReader = (context: StoreContext): Tail => {
  const { namespace } = context;
  let known = { tail: 0, seen: 0 };
  const remember = (tail: number, seen: number): number => {
    if (tail >= known.tail) known = { tail, seen: Math.max(seen, known.seen) };
    return tail;
  };

  /** The first of ours from there on backward; 0 when there is none. */
  const newestFrom = async (begin: ReadFrom): Promise<number> => {
    let from = begin;
    for (const count of tailPages) {
      const page = await pageOfAll(context, { from, backward: true, count, filter: namespace.filter });
      const ours = page.find((event) => namespace.has(event));
      if (ours !== undefined) return positionAt(ours.commit, ours.prepare);
      const last = page.at(-1);
      if (last === undefined || page.length < count) return 0;
      from = last.commit;
    }
    return newestFrom(from);
  };

  const position = async (): Promise<number> => {
    const { tail, seen } = known;
    const newest = await pageOfAll(context, { from: 'end', backward: true, count: tailPage });
    const end = newest[0]?.commit ?? 0;
    for (const event of newest) {
      if (event.commit <= seen) return remember(tail, end);
      if (namespace.has(event)) return remember(positionAt(event.commit, event.prepare), end);
    }
    if (seen > 0) {
      // The record at `seen` itself may be ours.
      const since = await pageOfAll(context, { from: seen, count: 2, filter: namespace.filter });
      if (since.length < 2 && since.every(({ commit }) => commit <= seen)) return remember(tail, end);
    }
    return remember(await newestFrom('end'), end);
  };

  return {
    position,
    behind: (handled) => Math.max(handled, known.tail <= handled ? known.seen : 0),
  };
};
