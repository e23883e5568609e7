/**
 * What the service does by itself, on nobody's behalf. Each act has a request id of its own, unless an event or a request has caused it, so
 * that `verbatim trace` shows what belongs together.
 */
import { v7 } from 'uuid';
import { type EventLog, EventLogUnavailable, type ExpectedRevision } from '../../ports/event-log.ts';
import type { DomainEvent } from '../../vocabulary/events/index.ts';
import type { Millis, RealmId } from '../../vocabulary/ids.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import type { Order } from './executor.ts';
import { type Stamp, stamped } from './stamp.ts';

/** The client in the messages and events of the service itself. */
export const serviceClient = 'Internal';

const act = () => ({ actor: null, client: serviceClient, requestId: v7() });

export const stampByService = (at: Millis): Stamp => ({ ...act(), at });

/** Without `realmId`: an order about the server as a whole. */
export const orderByService = (realmId?: RealmId): Order => ({ ...act(), realmId });

/**
 * Appends events to a log stream. Returns the position of the last one. Undefined on a conflict, because another process was faster. Throws
 * EventLogUnavailable.
 */
export async function appendByService(
  { log, now }: { readonly log: EventLog; readonly now: () => Millis },
  stream: LogStream,
  events: readonly DomainEvent[],
  expected: ExpectedRevision,
): Promise<number | undefined> {
  const result = await log.append(stream, stamped(events, stampByService(now())), expected);
  if (result.ok) return result.position;
  if (result.reason === 'conflict') return undefined;
  if (result.reason === 'unavailable') throw new EventLogUnavailable(result.detail);
  throw new Error(`the log refused ${stream}: ${result.reason}`);
}
