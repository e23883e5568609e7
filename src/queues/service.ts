/** What the edge may ask of the event queues (spec, Events; api-facts §3). */
import type { QueueId, RealmId, UserId } from '../vocabulary/ids.ts';

export type Poll = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly queueId: QueueId;
  /** −1: from the start of the queue; undefined: everything not yet acknowledged. */
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
};

export type QueueService = {
  /**
   * The events of a queue as JSON text of an array, at once or when there is one; a heartbeat when there is none for long.
   * Throws `Refused` (`queue-missing`, `queue-foreign-poll`), and `EventIdBeyondEnd` for an id that nothing has had.
   */
  poll(poll: Poll): Promise<string>;
  /** Ends every wait with what there is: the server is going down. */
  close(): void;
};

/** `last_event_id` is beyond everything that ever happened. */
export class EventIdBeyondEnd extends Error {
  override name = 'EventIdBeyondEnd';
}
