/** The interface of the event queues to the HTTP layer. */
import type { Reply, TextAnswer } from '../define/endpoint.ts';
import type { QueueId, RealmId, UserId } from '../vocabulary/ids.ts';

export type Poll = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly queueId: QueueId;
  /** The last event id that the client has. −1 means the start of the queue. Undefined means everything that is not acknowledged yet. */
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** Counts the poll as this many more. */
  readonly charge: (polls: number) => void;
};

/** The keys of bots, which no store contains. `generation`: how often the key was replaced. */
export type BotSecrets = {
  readonly apiKey: (realm: RealmId, bot: UserId, generation: number) => string;
  readonly botToken: (realm: RealmId, bot: UserId, generation: number) => string;
};

/** A queue that nobody polls. `revision`: the revision of the newest event in its log stream, as far as this process knows. */
export type IdleQueue = { readonly realmId: RealmId; readonly queueId: QueueId; readonly revision: number };

export type QueueService = {
  /**
   * Answers with the events of a queue, at once or when there is one. Answers with a heartbeat if there is none for the heartbeat interval.
   * When the promise resolves, the poll has its answer or waits for it. Rejects with `Refused` (`queue-missing`, `queue-foreign-poll`,
   * `event-beyond-end`); then the poll has had no answer.
   */
  poll(poll: Poll, reply: Reply): Promise<void>;
  /** The user's idle queue that was polled longest ago. */
  oldestIdle(realmId: RealmId, userId: UserId): IdleQueue | undefined;
  /** Answers every waiting poll without events, because the server is stopping. */
  close(): void;
};

/** The answer to a poll. `events`: the JSON texts of events, in order. */
export const pollAnswer = (queueId: QueueId, events: readonly string[]): TextAnswer => {
  let body = `{"result":"success","msg":"","queue_id":"${queueId}","events":[`;
  for (const [index, event] of events.entries()) body += index === 0 ? event : `,${event}`;
  return { body: `${body}]}\n` };
};
