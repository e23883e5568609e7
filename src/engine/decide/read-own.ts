/** Reads the log stream of an aggregate: in pages, because the events of one message may be a hundred megabytes together. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Aggregate, foldAggregate } from '../../define/handlers.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { type EventType, eventTypeNamed, type Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { decode } from '../follow/decode.ts';

const pageSize = 64;

type Ends = Pick<Aggregate<unknown>, 'endsSuffice' | 'passesOver'>;

/** The events that the aggregate is folded from, in order. */
export async function readOwn<O>(
  log: EventLog,
  stream: LogStream,
  aggregate: Aggregate<O>,
  realmId: RealmId,
): Promise<readonly Recorded[]> {
  const events = await readEvents(log, stream, aggregate);
  const next = aggregate.leadsTo?.(foldAggregate(aggregate, events), realmId);
  if (next === undefined) return events;
  return [...events, ...(await readEvents(log, next, aggregate.leadsToAll ? {} : aggregate))];
}

async function readEvents(log: EventLog, stream: LogStream, { endsSuffice, passesOver }: Ends): Promise<Recorded[]> {
  const events: Recorded[] = [];
  const add = (stored: readonly StoredEvent[]): void => {
    for (const event of stored.map(decode)) if (event) events.push(event);
  };
  if (endsSuffice) {
    const begin = await log.readStream(stream, { limit: 2 });
    if (begin.length < 2) add(begin);
    else add([...begin.slice(0, 1), ...(await lastOnes(log, stream, passesOver))]);
    return events;
  }
  for (let from: number | undefined; ; ) {
    const page = await log.readStream(stream, { limit: pageSize, ...(from === undefined ? {} : { from }) });
    add(page);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return events;
    from = last.revision + 1;
    await nextTurn();
  }
}

/**
 * The last event of the log stream, and before it the newest that the aggregate does not pass over, if that is another one. Most often the
 * last one is it.
 */
async function lastOnes(log: EventLog, stream: LogStream, passesOver: Ends['passesOver']): Promise<StoredEvent[]> {
  let last: StoredEvent | undefined;
  for (let from: number | undefined; ; ) {
    const limit = last ? pageSize : 1;
    const page = await log.readStream(stream, {
      ...{ direction: 'backward', limit },
      ...(from === undefined ? {} : { from }),
    });
    last ??= page[0];
    const newest = page.find(({ type }) => !passesOver?.includes(eventTypeNamed(type) as EventType));
    const oldest = page.at(-1);
    if (!last || !oldest) return last ? [last] : [];
    if (newest) return newest.revision === last.revision ? [last] : [newest, last];
    if (oldest.revision === 0) return [last];
    from = oldest.revision - 1;
  }
}
