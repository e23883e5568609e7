/** Reads of the log, page by page; a page that failed is asked for again. All go to the leader: a follower may be behind. */
import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type Position,
  START,
} from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/event-log.ts';
import { asked } from './asking.ts';
import { collected } from './pages.ts';
import { positionOf, storePosition } from './positions.ts';
import type { StoreContext } from './store-context.ts';
import { storedEvent } from './stored-event.ts';

export type StreamRange = {
  readonly backward: boolean;
  readonly from?: number | undefined;
  readonly limit: number;
};

const pageMax = 256;
/** Most often the newest event of all is one of ours; if not, ever longer stretches are looked at. */
const tailPages = [4, 64, 1024];

export const isOurs = (
  { namespace }: StoreContext,
  event: AllStreamRecordedEvent | undefined,
): event is AllStreamRecordedEvent => event !== undefined && namespace.has(event);

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

const allPage = (context: StoreContext, from: Position | typeof START): Promise<AllStreamResolvedEvent[]> =>
  asked(context, () => {
    const read = context.client.readAll({ fromPosition: from, maxCount: pageMax, requiresLeader: true });
    return collected(read, context.timings.answerWithinMs);
  });

/** Our events after `after` up to `upTo`. The store reads from a position on, its record included. */
export async function* readAll(
  context: StoreContext,
  after: number,
  upTo: Promise<number>,
  isWanted: (event: StoredEvent) => boolean,
): AsyncGenerator<StoredEvent> {
  const end = await upTo;
  let from: Position | typeof START = after === 0 ? START : storePosition(after);
  let position = after;
  while (position < end) {
    context.assertOpen();
    const page: AllStreamResolvedEvent[] = await allPage(context, from);
    for (const { event } of page) {
      if (event === undefined) continue;
      from = event.position;
      if (!isOurs(context, event) || positionOf(event.position) <= position) continue;
      position = positionOf(event.position);
      if (position > end) return;
      const stored = storedEvent(event, context.namespace);
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
  let known = { tail: 0, seen: 0n };
  const remember = (tail: number, seen: bigint): number => {
    if (tail >= known.tail) known = { tail, seen: seen > known.seen ? seen : known.seen };
    return tail;
  };

  const look = async (limit: number, fromPosition: Position | typeof END): Promise<AllStreamResolvedEvent[]> =>
    asked(context, () => {
      const read = context.client.readAll({
        direction: BACKWARDS,
        fromPosition,
        maxCount: limit,
        requiresLeader: true,
      });
      return collected(read, context.timings.answerWithinMs);
    });

  const position = async (): Promise<number> => {
    const { tail, seen } = known;
    let newest: bigint | undefined;
    let from: Position | typeof END = END;
    for (let pages = 0; ; pages += 1) {
      const limit = tailPages[Math.min(pages, tailPages.length - 1)] ?? 1;
      const page: AllStreamResolvedEvent[] = await look(limit, from);
      for (const { event } of page) {
        if (event === undefined) continue;
        newest ??= event.position.commit;
        from = event.position;
        const isKnown = event.position.commit <= seen;
        if (!isKnown && !isOurs(context, event)) continue;
        return remember(isKnown ? tail : positionOf(event.position), newest);
      }
      if (page.length < limit) return remember(tail, newest ?? seen);
    }
  };

  return {
    position,
    behind: (handled) => Math.max(handled, known.tail <= handled ? Number(known.seen) : 0),
  };
};
