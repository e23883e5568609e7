import { expect } from 'chai';
import { ReadStoreUnavailable } from '../../src/ports/read-store.ts';
import type { Row } from '../support/client-state.ts';
import { between, deletes, inTopic, sends } from '../support/past-events.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { deactivated, keyRotated } from '../support/writes.ts';
import { ended, never, queueTest, refusalOf, registered, TestReply, turns } from './fixture.ts';

const place = inTopic(1, 'lunch');
const sent = (id: number) => sends(id, 1, place);
const messagesOf = (events: readonly Row[]) => events.map(({ message }) => (message as { id: number } | undefined)?.id);

describe('an event queue with a waiting poll', () => {
  it('answers it without events when a second poll comes, which gets the events that follow', async () => {
    const { happen, poll, queues } = queueTest({ heartbeat: never });
    happen(registered(1, 2));
    const first = poll(1, 2);
    await turns();
    const second = poll(1, 2);
    expect(await first).to.deep.equal([]);
    await turns();
    expect(queues.counts().waiting).to.equal(1);
    happen(sent(1));
    expect(messagesOf(await second)).to.deep.equal([1]);
  });

  it('answers all but the newest of several polls', async () => {
    const { happen, poll } = queueTest({ heartbeat: never });
    happen(registered(1, 2));
    const polls = [poll(1, 2), poll(1, 2), poll(1, 2)];
    expect(await Promise.all(polls.slice(0, 2))).to.deep.equal([[], []]);
    await turns();
    happen(sent(1));
    expect(messagesOf((await polls[2]) ?? [])).to.deep.equal([1]);
  });

  it('keeps it when an older poll, which was reading the feed, finds nothing', async () => {
    const { happen, poll, queues, projection } = queueTest({
      heartbeat: never,
      ring: { entriesMax: 4, bytesMax: 1e9, bytesInAllMax: 1e9 },
    });
    happen(registered(1, 3), ...[1, 2, 3, 4, 5, 6, 7, 8].map(sent));
    const { promise: read, resolve: goOn } = withResolvers();
    projection.onRead = () => {
      projection.onRead = () => undefined;
      return read;
    };
    const older = poll(1, 3);
    await turns();
    const newer = poll(1, 3);
    await turns();
    goOn();
    expect(await older).to.deep.equal([]);
    await turns();
    expect(queues.counts().waiting).to.equal(1);
    happen(sends(9, 3, between(1, 3)));
    expect(messagesOf(await newer)).to.deep.equal([9]);
  });

  it('answers it with an error when the queue is deleted or expires', async () => {
    for (const type of ['EventQueueDeleted', 'EventQueueExpired'] as const) {
      const { happen, poll, queues } = queueTest({ heartbeat: never });
      happen(registered(1, 2));
      const refused = refusalOf(poll(1, 2));
      await turns();
      happen(ended(1, type));
      expect(await refused).to.equal('queue-missing');
      expect(queues.counts()).to.deep.equal({ queues: 0, waiting: 0 });
    }
  });

  it('ends it when its client disconnects', async () => {
    const { happen, poll, queues } = queueTest({ heartbeat: never });
    happen(registered(1, 2));
    const client = new TestReply();
    const waiting = poll(1, 2, { by: client });
    await turns();
    client.go();
    expect(await waiting).to.deep.equal([]);
    expect(queues.counts().waiting).to.equal(0);
    expect(await poll(1, 2, { by: client })).to.deep.equal([]);
    expect(queues.counts().waiting).to.equal(0);
  });

  it('answers it once when events, the end of the queue and the stop of the server coincide', async () => {
    const { happen, poll, queues } = queueTest({ heartbeat: 0 });
    happen(registered(1, 2));
    const client = new TestReply();
    const refused = refusalOf(poll(1, 2, { by: client }));
    await Promise.resolve();
    happen(sent(1), ended(1));
    queues.close();
    await turns();
    expect(client.answers).to.equal(1);
    expect(await refused).to.equal('queue-missing');
  });

  it('ends it without events when its user is deactivated or gets another API key', async () => {
    for (const event of [deactivated(2), keyRotated(2, 2)]) {
      const { happen, poll, queues } = queueTest({ heartbeat: never });
      happen(registered(1, 2), registered(2, 1));
      const [waiting, other] = [poll(1, 2), poll(2, 1)];
      await turns();
      happen(event, sent(1));
      expect(await waiting).to.deep.equal([]);
      expect(messagesOf(await other)).to.include(1);
      expect(queues.counts().waiting).to.equal(0);
    }
  });

  it('does not start one for a user who is deactivated', async () => {
    const { happen, poll } = queueTest({ heartbeat: never });
    happen(registered(1, 2, { eventTypes: ['message'] }), deactivated(2));
    expect(await poll(1, 2)).to.deep.equal([]);
  });

  it('answers it without events when the server stops, and starts no other', async () => {
    const { happen, poll, queues } = queueTest({ heartbeat: never });
    happen(registered(1, 2));
    const waiting = poll(1, 2);
    await turns();
    queues.close();
    expect(await waiting).to.deep.equal([]);
    expect(await poll(1, 2)).to.deep.equal([]);
  });

  describe('whose events have left the ring', () => {
    /** A waiting poll that is woken and then reads the feed until the test lets it continue. */
    async function reading() {
      const ring = { entriesMax: 4, bytesMax: 1e9, bytesInAllMax: 1e9 };
      const { happen, poll, queues, projection } = queueTest({ heartbeat: never, ring });
      happen(registered(1, 2, { eventTypes: ['message'] }));
      const client = new TestReply();
      const waiting = poll(1, 2, { by: client });
      await turns();
      const { promise: read, resolve: goOn } = withResolvers();
      projection.onRead = () => {
        projection.onRead = () => undefined;
        return read;
      };
      return { happen, queues, projection, client, waiting, goOn };
    }
    const many = (count: number) => Array.from({ length: count }, (_, index) => sent(index + 1));

    it('answers with the events of the feed and those that came while it was read, each once', async () => {
      const { happen, goOn, client, waiting } = await reading();
      happen(...many(9));
      await turns();
      happen(sent(10), sent(11));
      await turns();
      goOn();
      expect(messagesOf(await waiting)).to.deep.equal(many(11).map((_, index) => index + 1));
      await turns();
      expect(client.answers).to.equal(1);
    });

    it('keeps it waiting if none is for the queue, and misses no event that comes as the read ends', async () => {
      for (let moment = 0; moment < 8; moment += 1) {
        const { happen, goOn, queues, waiting } = await reading();
        const toOthers = Array.from({ length: 9 }, (_, index) => sends(index + 1, 1, between(1, 3)));
        happen(...toOthers, registered(7, 2), ended(7), deletes(1, 1, between(1, 3)));
        expect(queues.counts().waiting).to.equal(1);
        await turns();
        goOn();
        for (let passed = 0; passed < moment; passed += 1) await Promise.resolve();
        happen(sent(100));
        expect(messagesOf(await waiting), `after ${moment} steps`).to.deep.equal([100]);
      }
    });

    it('answers it with an error if the feed cannot be read', async () => {
      const { happen, projection, waiting, queues } = await reading();
      projection.held = true;
      happen(...many(9));
      const refused = await waiting.catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(ReadStoreUnavailable);
      expect(queues.counts().waiting).to.equal(0);
    });
  });
});
