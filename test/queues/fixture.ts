/** Event queues over a log, a clock and a stored feed that live in the test. */
import type { Answer, Reply } from '../../src/define/endpoint.ts';
import { clientEventsOf } from '../../src/feed/index.ts';
import { type FeedDocument, type FeedGap, feedDocument, feedId, feedModel } from '../../src/feed/model.ts';
import { eventIdsOf } from '../../src/feed/parts.ts';
import { bodyOf } from '../../src/http/response/body.ts';
import { EventQueues } from '../../src/queues/event-queues.ts';
import type { RingLimits } from '../../src/queues/ring.ts';
import type { Poll } from '../../src/queues/service.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { QueueOptions } from '../../src/vocabulary/events/queue.ts';
import type { QueueId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type RefusalCode, Refused } from '../../src/vocabulary/refusals.ts';
import type { Row } from '../support/client-state.ts';
import { queueOf } from '../support/feed.ts';
import {
  type Given,
  happened,
  registered as organizationRegistered,
  realmId,
  recorded,
  testNow,
} from '../support/given.ts';
import { founded, newUser, opened } from '../support/past-events.ts';
import { viewOf } from '../support/project.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** Milliseconds until a heartbeat, if a test waits for one. */
const heartbeatMs = 5;
/** Milliseconds, longer than any test: no heartbeat comes. */
export const never = 1_000_000;

export const queueId = (number: number): QueueId => `1:${number}` as QueueId;

export const registered = (number: number, userId: number, options: Partial<QueueOptions> = {}): Given =>
  happened(logStream.queue(realmId, queueId(number)), 'EventQueueRegistered', {
    queueId: queueId(number),
    userId: userId as UserId,
    options: queueOf(userId, options).options,
  });
export const ended = (number: number, type: 'EventQueueDeleted' | 'EventQueueExpired' = 'EventQueueDeleted'): Given =>
  happened(logStream.queue(realmId, queueId(number)), type, { queueId: queueId(number) });
export const touched = (number: number, at: number): Given =>
  happened(logStream.queue(realmId, queueId(number)), 'EventQueueTouched', { queueId: queueId(number) }, { at });

/** Owner 1 and members 2 and 3; 1 and 2 are in stream 1, `plans`. */
const organization: readonly Given[] = [
  organizationRegistered,
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newUser(3),
  opened(1, 'plans', [1, 2]),
];

/** `past`: events that were projected before these queues were opened. */
export function queueTest({
  past = [],
  ring,
  heartbeat = heartbeatMs,
}: {
  past?: readonly Given[];
  ring?: RingLimits;
  heartbeat?: number;
} = {}) {
  const state = emptyServer();
  const log: Given[] = [];
  const feed = new Map<string, FeedDocument | FeedGap>();
  const touches: QueueId[] = [];
  const clock = { now: testNow };
  /** Events appended by another process: known here only after catching up. */
  const elsewhere: Given[] = [];
  /** The newest write that this process has acknowledged. */
  const acknowledged = { position: 0 };
  /** The position up to which the feed is projected. It follows the log unless held. */
  const projection = { held: false, position: 0, reads: 0, onRead: (): void | Promise<void> => undefined };
  let queues: EventQueues | undefined;

  const happen = (...more: readonly Given[]): void => {
    log.push(...more);
    for (const event of recorded(log).slice(log.length - more.length)) {
      const eventsIn = clientEventsOf(event, state.realms.get(realmId));
      const realm = evolve(state, event);
      const clientEvents = eventsIn && realm ? eventsIn(realm) : [];
      if (event.type === 'MessageDeleted')
        for (const [id, one] of feed) if ('carries' in one && one.carries === event.data.messageId) feed.delete(id);
      const ids = eventIdsOf(event.position, clientEvents);
      clientEvents.forEach((clientEvent, index) => {
        const document = feedDocument(event, clientEvent, ids[index] ?? 0);
        feed.set(feedId(document.eventId), document);
      });
      if (!projection.held) projection.position = event.position;
      queues?.see({ event, realm, clientEvents });
    }
  };
  happen(...organization, ...past);

  queues = new EventQueues(
    {
      state,
      now: () => clock.now,
      heartbeatMs: heartbeat,
      catchUp: async () => happen(...elsewhere.splice(0)),
      position: () => state.newest.position,
      acknowledged: () => acknowledged.position,
      read: async (body) => {
        projection.reads += 1;
        const { position } = projection;
        const documents = new Map([[feedModel.name, new Map(feed)]]);
        const view = viewOf(documents as never, [{ ...feedModel, version: 1, on: {} }]);
        const found = await body({ ...view, checkpoint: { position, models: {}, unknownTypes: [] } });
        await projection.onRead();
        return found;
      },
      touch: ({ queueId: id }) => void touches.push(id),
      secrets: {
        apiKey: (_realm, bot, generation) => `key ${generation} of ${bot}`,
        botToken: (_, bot) => `token ${bot}`,
      },
      ...(ring ? { ring } : {}),
    },
    state.newest.position,
  );

  const service = queues;
  return {
    queues: service,
    state,
    clock,
    touches,
    elsewhere,
    acknowledged,
    projection,
    feed,
    happen,
    /** Without `lastEventId`: everything not acknowledged yet. Blocks unless `dontBlock` is set. */
    async poll(number: number, userId: number, own: Partial<Poll> & { readonly by?: TestReply } = {}): Promise<Row[]> {
      const { by = new TestReply(), ...asked } = own;
      const poll = { realmId, userId: userId as UserId, queueId: queueId(number), lastEventId: undefined };
      await service.poll({ ...poll, dontBlock: false, charge: () => undefined, ...asked }, by);
      return by.events;
    },
  };
}

/** The reply of a test's poll. */
export class TestReply implements Reply {
  gone = false;
  /** Number of answers. */
  answers = 0;
  readonly #answer = withResolvers<Row[]>();
  readonly events = this.#answer.promise;
  #leave = (): void => undefined;

  answer(answer: Answer): void {
    this.answers += 1;
    this.#answer.resolve((JSON.parse(bodyOf(answer)) as { events: Row[] }).events);
  }

  fail(thrown: unknown): void {
    this.answers += 1;
    this.#answer.reject(thrown);
  }

  whenGone(leave: () => void): void {
    this.#leave = leave;
  }

  /** The client disconnects. */
  go(): void {
    this.gone = true;
    this.#leave();
    this.#answer.resolve([]);
  }
}

/** Resolves after some turns of the event loop. */
export const turns = async (count = 3): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Why a poll is refused; undefined if it is not. */
export async function refusalOf(poll: Promise<unknown>): Promise<RefusalCode | undefined> {
  try {
    await poll;
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code;
    throw error;
  }
  return undefined;
}
