/**
 * Events of deleted messages that a legal hold keeps in the log. To the trail they are erased and have no position, so that nothing in it
 * shows the hold. Moments of the past include them.
 */
import type { ErasedDocument } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { EventId, MessageId, Millis, RealmId } from '../../vocabulary/ids.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import type { EventReader } from './names.ts';
import { heldEventsMax } from './records.ts';
import { documentAt, erasedBetween, lastAtOrBefore } from './select.ts';

/** The deleted messages that holds keep, and their events. */
export type HeldMessages = {
  readonly messages: Pick<ReadonlyMap<MessageId, unknown>, 'has' | 'keys' | 'size'>;
  readonly events: EventReader;
};

export type EventInLog = { readonly position: number; readonly eventId: EventId; readonly at: Millis };

/** The events of a deleted message that holds keep. */
export const heldEventsOf = (
  realmId: RealmId,
  messageId: MessageId,
  { events }: HeldMessages,
): Promise<readonly Recorded[]> => events(logStream.message(realmId, messageId), 0, heldEventsMax);

/** The event in the log, if a hold keeps it. */
export async function heldEvent(
  realmId: RealmId,
  { object: { type, id }, eventId }: ErasedDocument,
  held: HeldMessages,
): Promise<EventInLog | undefined> {
  const messageId = Number(id) as MessageId;
  if (type !== 'message' || !held.messages.has(messageId)) return undefined;
  const event = (await heldEventsOf(realmId, messageId, held)).find((one) => one.id === eventId);
  return event && { position: event.position, eventId, at: event.metadata.at };
}

/** The last event of the organization in the log up to a position, and if `at` is given, after it and not later than that. */
export async function lastInLog(
  view: ReadView,
  realmId: RealmId,
  { position, at }: { readonly position: number; readonly at?: Millis },
  held: HeldMessages,
): Promise<EventInLog | undefined> {
  let last: EventInLog | undefined = await lastAtOrBefore(view, realmId, position);
  if (!last || held.messages.size === 0) return last;
  const to = at ?? (await documentAt(view, realmId, position + 1))?.at;
  // Times do not decrease along the log. So the newest ones have the highest position, unless they are of the same millisecond.
  const { position: after } = last;
  for await (const erased of erasedBetween(view, realmId, last.at, to)) {
    if (last.position > after && erased.erasedAt < last.at) break;
    const event = await heldEvent(realmId, erased, held);
    if (event && event.position > last.position && (at !== undefined || event.position <= position)) last = event;
  }
  return last;
}
