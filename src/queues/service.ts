/** What the edge may ask of the event queues (spec, Events; api-facts §3). */
import type { Reply, TextAnswer } from '../define/endpoint.ts';
import type { SharedText } from '../define/shared-text.ts';
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
   * Replies with the events of a queue, at once or when there is one; with a heartbeat when there is none for long. Once it returns,
   * or resolves, the poll has its reply, or will have it later. Throws, or rejects, before it has replied: `Refused` (`queue-missing`,
   * `queue-foreign-poll`), and `EventIdBeyondEnd` for an id that nothing has had.
   */
  poll(poll: Poll, reply: Reply): Promise<void> | undefined;
  /** Ends every wait with what there is: the server is going down. */
  close(): void;
};

/** `last_event_id` is beyond everything that ever happened. */
export class EventIdBeyondEnd extends Error {
  override name = 'EventIdBeyondEnd';
}

/** What a poll is answered with. `ending`: the texts of events, and what closes the answer (`AnswerCache`). */
export const pollAnswer = (queueId: QueueId, ending: SharedText): TextAnswer => ({
  body: `{"result":"success","msg":"","queue_id":"${queueId}","events":[`,
  shared: ending,
});
