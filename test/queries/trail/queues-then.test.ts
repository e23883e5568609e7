import { expect } from 'chai';
import { type ErasedDocument, trailDocumentId, trailEventId, trailProjection } from '../../../projections/trail.ts';
import { queuesEndedSince } from '../../../src/queries/trail/queues-then.ts';
import type { EventType } from '../../../src/vocabulary/events/index.ts';
import type { EventId, UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { trailKey } from '../../../src/vocabulary/trail/keys.ts';
import { realmId } from '../../support/given.ts';
import { viewOf } from '../../support/project.ts';

const eventId = (number: number): EventId =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000` as EventId;
const one = 1 as UserId;

/** An event of user 1 at a time that has left the log, and the event at another time that took it out. */
function gone(number: number, type: EventType, at: number, endedAt: number): [string, object][] {
  const [position, endId] = [10_000 + number, eventId(10_000 + number)];
  const ended = {
    realmId,
    position,
    eventId: endId,
    at: endedAt,
    stream: logStream.audit(realmId),
    revision: 0,
    keys: [],
  };
  const erased: ErasedDocument = {
    realmId,
    eventId: eventId(number),
    erasedAt: at,
    erasedKeys: [trailKey.actor(one)],
    type,
    actor: one,
    object: { type: 'queue', id: `queue ${number}` },
    erasedBy: endId,
  };
  return [
    [trailEventId(realmId, erased.eventId), erased],
    [trailEventId(realmId, endId), { realmId, eventId: endId, placedAt: position }],
    [trailDocumentId(realmId, position), ended],
  ];
}

const endedSince = (at: number, ...documents: [string, object][][]) =>
  queuesEndedSince(viewOf(new Map([['trail', new Map(documents.flat())]]), [trailProjection]), realmId, one, at);

describe('event queues of then', () => {
  it('are those that were registered before, and ended afterwards', async () => {
    const found = await endedSince(
      50,
      gone(1, 'EventQueueRegistered', 10, 40),
      gone(2, 'EventQueueRegistered', 20, 60),
      gone(3, 'EventQueueRegistered', 55, 70),
      gone(4, 'MessageSent', 30, 60),
    );
    expect(found).to.deep.equal([{ queueId: 'queue 2', registeredAt: 20, endedAt: 60 }]);
  });

  it('are searched for in a limited number of earlier events (earlierQueuesMax)', async () => {
    const later = Array.from({ length: limits.earlierQueuesMax }, (_, index) =>
      gone(100 + index, 'MessageSent', 20, 60),
    );
    const [first, ...others] = later;
    const queue = gone(1, 'EventQueueRegistered', 10, 60);
    expect(await endedSince(50, queue, ...others)).to.have.length(1);
    expect(await endedSince(50, queue, ...others, first ?? [])).to.have.length(0);
  });
});
