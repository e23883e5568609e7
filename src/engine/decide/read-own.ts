/** Reads the log stream of an aggregate. */
import { type Aggregate, foldAggregate } from '../../define/handlers.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import { eventTypeNamed, type Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { decode } from '../follow/decode.ts';
import { storedEvents } from '../follow/event-reader.ts';

type Ends = Pick<Aggregate<unknown>, 'endsSuffice' | 'adds'> & { readonly on: object };

/** The events from which the aggregate is folded, in order. */
export async function readOwn<O>(
  log: EventLog,
  stream: LogStream,
  aggregate: Aggregate<O>,
  realmId: RealmId,
): Promise<readonly Recorded[]> {
  const events = await readEvents(log, stream, aggregate);
  const next = aggregate.leadsTo?.(foldAggregate(aggregate, events), realmId);
  if (next === undefined) return events;
  return [...events, ...(await readEvents(log, next, aggregate.leadsToAll ? { on: {} } : aggregate))];
}

async function readEvents(log: EventLog, stream: LogStream, { endsSuffice, ...how }: Ends): Promise<Recorded[]> {
  const events: Recorded[] = [];
  const add = (stored: readonly StoredEvent[]): void => {
    for (const event of stored.map(decode)) if (event) events.push(event);
  };
  if (endsSuffice) {
    const [first, second] = await log.readStream(stream, { limit: 2 });
    if (first) add([first]);
    if (first && second) add((await lastOnes(log, stream, how)).filter(({ revision }) => revision > first.revision));
    return events;
  }
  for await (const stored of storedEvents(log, stream)) add([stored]);
  return events;
}

/**
 * The last event of the log stream that does more than add to the state (see `Aggregate.adds`), and all events after it. Usually that is
 * only the newest event.
 */
async function lastOnes(log: EventLog, stream: LogStream, { adds, on }: Omit<Ends, 'endsSuffice'>) {
  const isLast = ({ type }: StoredEvent): boolean => {
    const known = eventTypeNamed(type);
    return !adds || (known !== undefined && known in on && !adds.includes(known));
  };
  const found: StoredEvent[] = [];
  for await (const stored of storedEvents(log, stream, 'backward')) {
    found.push(stored);
    if (isLast(stored)) break;
  }
  return found.reverse();
}
