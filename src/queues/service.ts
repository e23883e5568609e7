/** What the edge may ask of the event queues (spec, Events; api-facts §3). */
import type { Reply } from '../define/endpoint.ts';
import type { QueueId, RealmId, UserId } from '../vocabulary/ids.ts';

export type Poll = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly queueId: QueueId;
  /** −1: from the start of the queue; undefined: everything not yet acknowledged. */
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
};

export type QueueService = {
  /**
   * Replies with the events of a queue, at once or when there is one; with a heartbeat when there is none for long. Once it resolves,
   * the poll has its reply, or will have it later. Throws before it has replied: `Refused` (`queue-missing`, `queue-foreign-poll`),
   * and `EventIdBeyondEnd` for an id that nothing has had.
   */
  poll(poll: Poll, reply: Reply): Promise<void>;
  /** Ends every wait with what there is: the server is going down. */
  close(): void;
};

/** `last_event_id` is beyond everything that ever happened. */
export class EventIdBeyondEnd extends Error {
  override name = 'EventIdBeyondEnd';
}

/** What a poll is answered with. `events`: texts of events, in order. */
export const pollBody = (queueId: QueueId, events: readonly string[]): string =>
  `{"result":"success","msg":"","queue_id":"${queueId}","events":[${events.length === 1 ? events[0] : events.join(',')}]}\n`;
