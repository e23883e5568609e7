/**
 * One subscription of the client, from its beginning until it fails, falls silent or is stopped. Events are handed over
 * in batches; while the listener is busy and enough of them wait, the client is paused. What was not handled when it ends
 * is forgotten here: the next session begins after the last event that was.
 *
 * It is the log's tail that tells where the listener is caught up, and whether silence means that nothing happens: servers
 * before 23.10 send no mark, and a subscription can stop without an error. That needs every event of ours to pass here,
 * so prefixes are looked at on this side.
 */
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../ports/event-log.ts';
import { detailOf, isDefinite } from './failures.ts';
import type { StoreContext } from './store-context.ts';
import { eventOfWire } from './stored-event.ts';
import { openReadCall, type ReadCall } from './wire/calls.ts';
import { eventIn, readRequest } from './wire/read-messages.ts';

/** How a session ended: by failing in a way that another may not, or in one that it must. */
export type SessionEnd = { readonly reason: string } | { readonly broken: unknown };

export type SessionParts = {
  readonly after: number;
  readonly tail: () => Promise<number>;
  /** In log order, one call at a time; the position counts as handled when it has resolved. */
  readonly handle: (batch: readonly StoredEvent[]) => void | Promise<void>;
  /** Aborted when it is to stop. */
  readonly stopping: AbortSignal;
};

const batchMax = 512;
const waitingMax = 1024;

/**
 * Events come a few at a time, and each batch answers every poll: where so many appends of this process are under way, more are on
 * their way here, and what has come waits for them. Turns of the event loop, because they are long where there is other work to do
 * meanwhile, and nothing where there is none.
 */
const crowd = 3;
const gatherTurns = 32;

/** Resolves when it has ended and nothing is being handled any more. */
export const runSession = async (context: StoreContext, parts: SessionParts): Promise<SessionEnd> => {
  const { client, appends, namespace, timings } = context;
  const over = new AbortController();
  let end: SessionEnd = { reason: 'stopped' };
  const waiting: StoredEvent[] = [];
  let received = parts.after;
  /** How much came of anything, others' events and marks included: a store that looks through much is not silent. */
  let signs = 0;
  let paused = false;
  let arrived = (): void => {};

  const endWith = (why: SessionEnd): void => {
    if (over.signal.aborted) return;
    end = why;
    over.abort();
    arrived();
  };
  const fail = (error: unknown): void => endWith(isDefinite(error) ? { broken: error } : { reason: detailOf(error) });

  const take = (message: Buffer): void => {
    signs += 1;
    if (over.signal.aborted) return;
    try {
      const event = eventIn(message);
      if (event === undefined || !namespace.has(event)) return;
      const stored = eventOfWire(event, namespace);
      if (stored.position <= received) throw new RangeError(`position ${stored.position} came after ${received}`);
      received = stored.position;
      waiting.push(stored);
    } catch (error) {
      endWith({ broken: error });
      return;
    }
    if (waiting.length >= waitingMax) {
      paused = true;
      call?.pause();
    }
    arrived();
  };
  const from = parts.after === 0 ? 'start' : parts.after;
  const request = readRequest({ from, filter: namespace.filter });
  const opening = openReadCall(
    client,
    request,
    { requiresLeader: false },
    {
      onMessage: take,
      onEnd: (error) => fail(error ?? new Error('the subscription ended')),
    },
  );
  let call: ReadCall | undefined;
  opening.then((opened) => {
    call = opened;
  }, fail);
  const stop = (): void => endWith({ reason: 'stopped' });
  parts.stopping.addEventListener('abort', stop, { once: true });

  const handOver = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      if (waiting.length === 0) await arrival;
      // What arrives together is handed over together.
      await nextTurn();
      for (let turns = 1; turns < gatherTurns && appends.underway >= crowd; turns += 1) await nextTurn();
      if (over.signal.aborted || waiting.length === 0) continue;
      const batch = waiting.splice(0, batchMax);
      if (paused && waiting.length < batchMax) {
        paused = false;
        call?.resume();
      }
      await parts.handle(batch);
    }
  };

  /** Silence is suspicious only when something of ours stands in the log that did not come, and still does not. */
  const watch = async (): Promise<void> => {
    let suspected: number | undefined;
    while (!over.signal.aborted) {
      const before = signs;
      await after(timings.stallMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      if (signs !== before || paused) suspected = undefined;
      else if (suspected === received)
        endWith({ reason: 'events stand in the log that the subscription does not bring' });
      else if ((await parts.tail()) > received) suspected = received;
    }
  };

  const watched = watch().catch(fail);
  try {
    await handOver();
  } catch (error) {
    endWith({ broken: error });
  }
  await watched;
  parts.stopping.removeEventListener('abort', stop);
  // One that could not be begun has told so.
  opening.then((opened) => opened.cancel()).catch(() => {});
  return end;
};
