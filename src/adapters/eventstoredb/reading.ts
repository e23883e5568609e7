/** Reads of the log, page by page. A page that failed is read again. */
import { BACKWARDS, END, type EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/event-log.ts';
import { collect } from './client-reads.ts';
import { openEventSource } from './event-source.ts';
import { NoAnswer } from './failures.ts';
import { retried } from './retry.ts';
import type { StoreContext } from './store-context.ts';
import { storedEvent } from './stored-event.ts';

export type StreamRange = {
  readonly backward: boolean;
  readonly from?: number | undefined;
  readonly limit: number;
};

const streamPageMax = 256;
const pageMax = 1024;

const streamPage = (context: StoreContext, stream: string, { backward, from, limit }: StreamRange) =>
  retried(context, (client, givenUp) => {
    const read = client.readStream(stream, {
      direction: backward ? BACKWARDS : FORWARDS,
      fromRevision: from === undefined ? (backward ? END : START) : BigInt(from),
      maxCount: limit,
      // A follower may be behind the leader.
      requiresLeader: true,
    });
    return collect(read, context.timings.answerWithinMs, givenUp);
  });

export const readStream = async (
  context: StoreContext,
  stream: string,
  { backward, from, limit }: StreamRange,
): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  let next = from;
  while (events.length < limit) {
    const count = Math.min(limit - events.length, streamPageMax);
    const page = await streamPage(context, stream, { backward, from: next, limit: count });
    for (const { event } of page) if (event !== undefined) events.push(storedEvent(event, context.namespace));
    const last = events.at(-1);
    if (last === undefined || page.length < count || (backward && last.revision === 0)) break;
    next = last.revision + (backward ? -1 : 1);
  }
  return events;
};

type Page = { readonly events: readonly StoredEvent[]; readonly upTo: number };

/** Events after `after`, until `end` or until the page is full; and the position up to which there are no others. */
const pageAfter = (
  { namespace, timings }: StoreContext,
  { client, givenUp, after, end }: { client: EventStoreDBClient; givenUp: AbortSignal; after: number; end: number },
): Promise<Page> =>
  new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    const finish = (settle: () => void): void => {
      clearTimeout(silence);
      givenUp.removeEventListener('abort', abandon);
      source.stop();
      settle();
    };
    const fail = (error: unknown): void => finish(() => reject(error));
    const abandon = (): void => fail(new Error('the client was given up'));
    const silence = setTimeout(() => fail(new NoAnswer(timings.answerWithinMs)), timings.answerWithinMs);
    givenUp.addEventListener('abort', abandon, { once: true });
    const source = openEventSource(client, namespace, after, {
      onEvent(event) {
        events.push(event);
        if (events.length === pageMax) finish(() => resolve({ events, upTo: event.position }));
      },
      onPassed(position) {
        silence.refresh();
        if (position >= end) finish(() => resolve({ events, upTo: position }));
      },
      onFailure: fail,
    });
  });

/** This log's events after `after`, up to and including `upTo`. */
export async function* readAll(
  context: StoreContext,
  after: number,
  upTo: Promise<number>,
  isWanted: (event: StoredEvent) => boolean,
): AsyncGenerator<StoredEvent> {
  const end = await upTo;
  let position = after;
  while (position < end) {
    context.assertOpen();
    const page: Page = await retried(context, (client, givenUp) =>
      pageAfter(context, { client, givenUp, after: position, end }),
    );
    for (const event of page.events) {
      if (event.position > end) return;
      if (isWanted(event)) yield event;
    }
    position = page.upTo;
  }
}
