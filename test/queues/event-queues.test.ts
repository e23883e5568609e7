import { expect } from 'chai';
import { lastIdAt } from '../../src/feed/event-ids.ts';
import type { Row } from '../support/client-state.ts';
import { deletes, inTopic, joins, mutes, opened, sends } from '../support/past-events.ts';
import { ended, never, queueTest, refusalOf, registered, turns } from './fixture.ts';

const place = inTopic(1, 'lunch');
const sent = (id: number) => sends(id, 1, place);
const messagesOf = (events: readonly Row[]) => events.map(({ message }) => (message as { id: number } | undefined)?.id);
const idsOf = (events: readonly Row[]) => events.map(({ id }) => id as number);
const dontBlock = { dontBlock: true };

describe('an event queue', () => {
  it('gives the events since its registration, and only those for its user', async () => {
    const { happen, poll } = queueTest();
    happen(sent(1), registered(1, 2), registered(2, 3), sent(2), sent(3));
    expect(messagesOf(await poll(1, 2))).to.deep.equal([2, 3]);
    expect(await poll(2, 3, dontBlock)).to.deep.equal([]);
  });

  it('refuses a poll of a queue that does not exist, or that belongs to another user', async () => {
    const { happen, poll } = queueTest();
    happen(registered(1, 2));
    expect(await refusalOf(poll(7, 2, dontBlock))).to.equal('queue-missing');
    expect(await refusalOf(poll(1, 3, dontBlock))).to.equal('queue-foreign-poll');
    happen(ended(1));
    expect(await refusalOf(poll(1, 2, dontBlock))).to.equal('queue-missing');
  });

  it('is found after catching up with the log, if another process registered it', async () => {
    const { elsewhere, poll } = queueTest();
    elsewhere.push(registered(1, 2), sent(1));
    expect(messagesOf(await poll(1, 2))).to.deep.equal([1]);
  });

  it('waits for what this process has acknowledged, such as a deletion, before it delivers anything', async () => {
    const { happen, poll, elsewhere, acknowledged, state } = queueTest();
    happen(registered(1, 2), sent(1), sent(2));
    elsewhere.push(deletes(1, 1, place));
    acknowledged.position = state.newest.position + 1;
    expect(messagesOf((await poll(1, 2)).filter(({ type }) => type === 'message'))).to.deep.equal([2]);
  });

  describe('and last_event_id', () => {
    it('leaves out the event that it names and all before it', async () => {
      const { happen, poll } = queueTest();
      happen(registered(1, 2), sent(1), sent(2), sent(3));
      const [, second] = idsOf(await poll(1, 2));
      expect(messagesOf(await poll(1, 2, { lastEventId: second }))).to.deep.equal([3]);
    });

    it('continues within an event that is stored once and served in parts', async () => {
      for (const ring of [undefined, { entriesMax: 1, bytesMax: 1, bytesInAllMax: 1 }]) {
        const { happen, poll } = queueTest(ring ? { ring } : {});
        happen(registered(1, 2), joins(1, 5, 6, 7), sent(1));
        const peers = (events: readonly Row[]) => events.filter(({ op }) => op === 'peer_add');
        const all = await poll(1, 2);
        const [first, second, third] = peers(all);
        expect(peers(all)).to.have.length(3);
        expect(idsOf(all)).to.deep.equal([...idsOf(all)].sort((a, b) => a - b));
        expect(peers(await poll(1, 2, { lastEventId: first?.id as number }))).to.deep.equal([second, third]);
        expect(messagesOf(await poll(1, 2, { lastEventId: third?.id as number }))).to.deep.equal([1]);
      }
    });

    it('has lists that are made when they are served, each as of its event', async () => {
      for (const ring of [undefined, { entriesMax: 1, bytesMax: 1, bytesInAllMax: 1 }]) {
        const { happen, poll } = queueTest(ring ? { ring } : {});
        happen(registered(1, 2), mutes(2, 1, 'tea'), sent(1), mutes(2, 1, 'milk'));
        const events = await poll(1, 2);
        expect(events.map(({ type }) => type)).to.deep.equal(['muted_topics', 'message', 'muted_topics']);
        const topics = events.map((event) =>
          (event.muted_topics as [string, string][] | undefined)?.map(([, topic]) => topic),
        );
        expect(topics).to.deep.equal([['tea'], undefined, ['tea', 'milk']]);
        expect(idsOf(events)).to.deep.equal([...idsOf(events)].sort((a, b) => a - b));
      }
    });

    it('distinguishes several client events of one domain event', async () => {
      const { happen, poll } = queueTest();
      happen(registered(1, 2), opened(2, 'goals', [2, 3]));
      const events = await poll(1, 2);
      expect(events.map(({ op }) => op)).to.deep.equal(['create', 'occupy', 'add']);
      const ids = idsOf(events);
      for (const [index, lastEventId] of ids.entries())
        expect(idsOf(await poll(1, 2, { lastEventId, ...dontBlock }))).to.deep.equal(ids.slice(index + 1));
    });

    it('of −1, or from before the queue, means from the start of the queue', async () => {
      const { happen, poll } = queueTest();
      happen(sent(1), registered(1, 2), sent(2));
      for (const lastEventId of [-1, 0, 1024]) expect(messagesOf(await poll(1, 2, { lastEventId }))).to.deep.equal([2]);
    });

    it('absent means from the last acknowledged event, which an older id does not take back', async () => {
      const { happen, poll } = queueTest();
      happen(registered(1, 2), sent(1), sent(2));
      const [first] = idsOf(await poll(1, 2));
      expect(messagesOf(await poll(1, 2))).to.deep.equal([1, 2]);
      expect(messagesOf(await poll(1, 2, { lastEventId: first }))).to.deep.equal([2]);
      expect(messagesOf(await poll(1, 2, { lastEventId: -1 }))).to.deep.equal([1, 2]);
      expect(messagesOf(await poll(1, 2))).to.deep.equal([2]);
    });

    it('of −1 repeats acknowledged events, without the content of messages deleted since', async () => {
      const { happen, poll } = queueTest();
      happen(registered(1, 2), sent(1), sent(2));
      await poll(1, 2, { lastEventId: idsOf(await poll(1, 2)).at(-1), ...dontBlock });
      happen(deletes(1, 1, place));
      const again = await poll(1, 2, { lastEventId: -1 });
      expect(messagesOf(again)).to.deep.equal([2, undefined]);
      expect(JSON.stringify(again)).not.to.include('message 1');
    });

    it('beyond the newest event is refused, after catching up with the log', async () => {
      const { happen, poll, elsewhere, state } = queueTest();
      happen(registered(1, 2));
      const end = lastIdAt(state.newest.position);
      expect(await poll(1, 2, { lastEventId: end, ...dontBlock })).to.deep.equal([]);
      elsewhere.push(sent(1), sent(2));
      expect(messagesOf(await poll(1, 2, { lastEventId: end + 1024, ...dontBlock }))).to.deep.equal([2]);
      expect(await refusalOf(poll(1, 2, { lastEventId: end + 3 * 1024, ...dontBlock }))).to.equal('event-beyond-end');
    });
  });

  describe('without events to deliver', () => {
    it('waits, and answers when an event comes', async () => {
      const { happen, poll, queues } = queueTest({ heartbeat: never });
      happen(registered(1, 2));
      const waiting = poll(1, 2);
      await turns();
      expect(queues.counts()).to.deep.equal({ queues: 1, waiting: 1 });
      happen(sent(1));
      expect(messagesOf(await waiting)).to.deep.equal([1]);
      expect(queues.counts().waiting).to.equal(0);
    });

    it('answers at once if the poll must not block', async () => {
      const { happen, poll } = queueTest({ heartbeat: never });
      happen(registered(1, 2));
      expect(await poll(1, 2, dontBlock)).to.deep.equal([]);
    });

    it('keeps waiting through messages of others, other types and other topics', async () => {
      const { happen, poll, queues } = queueTest({ heartbeat: never });
      happen(
        registered(1, 3),
        registered(2, 2, { eventTypes: ['stream'] }),
        registered(3, 2, { narrow: [['topic', 'x']] }),
      );
      const waiting = [poll(1, 3), poll(2, 2), poll(3, 2)];
      await turns();
      happen(sent(1), sent(2));
      await turns();
      expect(queues.counts().waiting).to.equal(3);
      happen(sends(3, 1, inTopic(1, 'x')));
      expect(messagesOf(await Promise.resolve(waiting[2] ?? []))).to.deep.equal([3]);
      expect(queues.counts().waiting).to.equal(2);
      queues.close();
      expect(await Promise.all(waiting.slice(0, 2))).to.deep.equal([[], []]);
    });

    it('keeps waiting if the event that woke it has been erased', async () => {
      const { happen, poll, queues } = queueTest({ heartbeat: never });
      happen(registered(1, 2, { eventTypes: ['message'] }));
      const waiting = poll(1, 2);
      await turns();
      happen(sent(1), deletes(1, 1, place));
      await turns();
      expect(queues.counts().waiting).to.equal(1);
      happen(sent(2));
      expect(messagesOf(await waiting)).to.deep.equal([2]);
    });

    it('misses no event that arrives at the moment in which the wait begins', async () => {
      for (let moment = 0; moment < 12; moment += 1) {
        const { happen, poll, queues } = queueTest({ heartbeat: never });
        happen(registered(1, 2));
        const waiting = poll(1, 2);
        for (let passed = 0; passed < moment; passed += 1) await Promise.resolve();
        happen(sent(1));
        await turns();
        expect(queues.counts().waiting, `after ${moment} steps`).to.equal(0);
        expect(messagesOf(await waiting)).to.deep.equal([1]);
      }
    });

    it('sends a heartbeat with the id up to which it has searched, and continues from there', async () => {
      const { happen, poll, state } = queueTest();
      happen(registered(1, 3), sent(1), sent(2));
      const [heartbeat, ...others] = await poll(1, 3);
      expect(others).to.deep.equal([]);
      expect(heartbeat).to.deep.equal({ type: 'heartbeat', id: lastIdAt(state.newest.position) });
      happen(sends(3, 3, inTopic(1, 'x')), joins(1, 3), sent(4));
      const next = await poll(1, 3, { lastEventId: Number(heartbeat?.id) });
      expect(next.map(({ type }) => type)).to.deep.equal(['subscription', 'message']);
    });

    it('sends heartbeats whatever event types it requested, with the same id while nothing happens', async () => {
      const { happen, poll } = queueTest();
      happen(registered(1, 2, { eventTypes: [] }));
      const [first] = await poll(1, 2);
      const [second] = await poll(1, 2, { lastEventId: Number(first?.id) });
      expect(second).to.deep.equal(first);
    });

    it('does not read the same part of the feed again for a client that acknowledges nothing', async () => {
      const { happen, poll, projection } = queueTest({
        ring: { entriesMax: 4, bytesMax: 1e9, bytesInAllMax: 1e9 },
      });
      happen(registered(1, 3), registered(2, 2));
      for (let id = 1; id <= 20; id += 1) happen(sent(id));
      expect(await poll(1, 3, dontBlock)).to.deep.equal([]);
      const { reads } = projection;
      expect(reads).to.be.greaterThan(0);
      expect(await poll(1, 3, dontBlock)).to.deep.equal([]);
      expect(await poll(1, 3, { lastEventId: -1, ...dontBlock })).to.deep.equal([]);
      expect(projection.reads).to.equal(reads);
      happen(joins(1, 3));
      expect((await poll(1, 3, { lastEventId: -1 })).map(({ op }) => op)).to.deep.equal(['add']);
    });
  });
});
