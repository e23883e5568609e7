/** Reads the log stream of an aggregate: in pages, because the events of one message may be a hundred megabytes together. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Aggregate, foldAggregate } from '../../define/handlers.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { decode } from '../follow/decode.ts';

const pageSize = 64;

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

async function readEvents(
  log: EventLog,
  stream: LogStream,
  { endsSuffice }: Pick<Aggregate<unknown>, 'endsSuffice'>,
): Promise<Recorded[]> {
  const events: Recorded[] = [];
  const add = (stored: readonly StoredEvent[]): void => {
    for (const event of stored.map(decode)) if (event) events.push(event);
  };
  if (endsSuffice) {
    const begin = await log.readStream(stream, { limit: 2 });
    if (begin.length < 2) add(begin);
    else add([...begin.slice(0, 1), ...(await log.readStream(stream, { direction: 'backward', limit: 1 }))]);
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
