import { expect } from 'chai';
import { lastIdAt } from '../../src/feed/event-ids.ts';
import { feedGapId, feedId } from '../../src/feed/model.ts';
import { ReadStoreUnavailable } from '../../src/ports/read-store.ts';
import { EventBuffer } from '../../src/queues/event-buffer.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { realmId } from '../support/given.ts';
import { withLimits } from '../support/lower-limits.ts';
import { inTopic, sends, text } from '../support/past-events.ts';
import { newBot } from '../support/writes.ts';
import { queueTest, refusalOf, registered, TestReply, turns } from './fixture.ts';

const place = inTopic(1, 'x');
const tiny = { entriesMax: 8, bytesMax: 1e9, bytesInAllMax: 1e9 };
const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => sends(from + index, 1, place));

describe('events that have left the ring', () => {
  it('are read from the feed, however many pages it takes, at most a thousand for each answer (pollEventsMax)', async () => {
    const { happen, poll } = queueTest({ ring: tiny });
    happen(registered(1, 2), ...many(1_250));
    const first = await poll(1, 2);
    expect(first).to.have.length(1_000);
    const rest = await poll(1, 2, { lastEventId: Number(first.at(-1)?.id) });
    expect(rest).to.have.length(250);
    const ids = [...first, ...rest].map(({ message }) => (message as { id: number }).id);
    expect(ids).to.deep.equal(Array.from({ length: 1_250 }, (_, index) => index + 1));
  });

  it('are read with breaks between the pages, so that other requests are served meanwhile', async () => {
    const { happen, poll, projection } = queueTest({ ring: tiny });
    happen(registered(1, 2), ...many(1_250));
    const done: string[] = [];
    projection.onRead = () => {
      done.push('page');
      const end = performance.now() + 10;
      while (performance.now() < end);
    };
    setImmediate(() => done.push('another request'));
    await poll(1, 2);
    expect(done.slice(0, 3)).to.deep.equal(['page', 'another request', 'page']);
  });

  it('are limited in characters for each answer (pollLengthMax)', async () => {
    const { happen, poll } = queueTest();
    const length = Math.ceil(limits.pollLengthMax / 10);
    const long = Array.from({ length: 25 }, (_, index) => sends(1 + index, 1, place, text('x'.repeat(length))));
    happen(registered(1, 2), ...long);
    const first = await poll(1, 2);
    expect(first).to.have.length(10);
    expect(await poll(1, 2, { lastEventId: Number(first.at(-1)?.id) })).to.have.length(10);
  });

  it('are the only reason to read the feed', async () => {
    const { happen, poll, projection } = queueTest({ ring: tiny });
    happen(registered(1, 2), ...many(8));
    expect(await poll(1, 2)).to.have.length(8);
    expect(projection.reads).to.equal(0);
    happen(...many(1, 9));
    expect(await poll(1, 2, { lastEventId: -1 })).to.have.length(9);
    expect(projection.reads).to.equal(1);
  });

  it('count as more polls if many of them are looked at, whether or not they are for the queue (feedLookedAtPerPoll)', async () => {
    await withLimits({ feedLookedAtPerPoll: 10 }, async () => {
      const { happen, poll } = queueTest({ ring: tiny });
      happen(registered(1, 2, { narrow: [['topic', 'another']] }), ...many(38));
      const charged: number[] = [];
      const asked = { lastEventId: -1, dontBlock: true, charge: (polls: number) => void charged.push(polls) };
      expect(await poll(1, 2, asked)).to.deep.equal([]);
      expect(charged).to.deep.equal([3]);
    });
  });

  it('include those from before this process started', async () => {
    const past = [registered(1, 2), ...many(3)];
    const { happen, poll } = queueTest({ past });
    happen(...many(2, 4));
    expect(await poll(1, 2)).to.have.length(5);
  });

  it('are refused, and no gap is delivered, while the feed does not reach up to the ring', async () => {
    const { happen, poll, projection, state } = queueTest({ ring: tiny });
    happen(registered(1, 2));
    projection.held = true;
    happen(...many(20));
    const refused = await poll(1, 2).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(ReadStoreUnavailable);
    projection.position = state.newest.position;
    expect(await poll(1, 2)).to.have.length(20);
  });

  it('include those that leave the ring while the feed is read', async () => {
    const { happen, poll, projection } = queueTest({ ring: tiny });
    happen(registered(1, 2), ...many(20));
    projection.onRead = () => {
      projection.onRead = () => undefined;
      happen(...many(20, 21));
    };
    const events = await poll(1, 2);
    expect(events.map(({ message }) => (message as { id: number }).id)).to.deep.equal(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });

  it('do not exist for the time in which the organization had no queue', async () => {
    const { happen, poll, projection, state } = queueTest({ ring: tiny });
    happen(...many(30));
    happen(registered(1, 2));
    expect(await poll(1, 2, { dontBlock: true, lastEventId: lastIdAt(state.newest.position) })).to.deep.equal([]);
    expect(projection.reads).to.equal(0);
  });

  it('contain the keys of bots only when they are delivered, not in the store', async () => {
    const { happen, poll, feed } = queueTest({ ring: tiny });
    happen(registered(1, 2), ...newBot(5, 2), ...many(10));
    const [, bot] = await poll(1, 2);
    expect(bot).to.nested.include({ type: 'realm_bot', 'bot.api_key': 'key 1 of 5' });
    expect(JSON.stringify([...feed.values()])).not.to.include('key 1 of 5');
  });

  it('are read for at most eight queues at the same time', async () => {
    const { happen, poll, projection } = queueTest({ ring: tiny });
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    happen(...numbers.map((number) => registered(number, 2)), ...many(20));
    let [reading, most] = [0, 0];
    projection.onRead = async () => {
      reading += 1;
      most = Math.max(most, reading);
      await turns();
      reading -= 1;
    };
    const answers = await Promise.all(numbers.map((number) => poll(number, 2)));
    expect(answers.map(({ length }) => length)).to.deep.equal(numbers.map(() => 20));
    expect(most).to.equal(8);
  });

  it('are read in turns, so that nobody waits for all that the queues of another user are behind', async () => {
    await withLimits({ feedLookedAtPerPoll: 500 }, async () => {
      const { happen, poll, projection } = queueTest({ ring: tiny });
      const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
      const narrow: ['topic', string][] = [['topic', 'another']];
      happen(...numbers.map((number) => registered(number, 2, { narrow })), ...many(1_000), registered(41, 1));
      happen(...many(20, 1_001));
      const charged: number[] = [];
      const charge = (polls: number) => void charged.push(polls);
      const far = numbers.map((number) => poll(number, 2, { dontBlock: true, charge }));
      expect(await poll(41, 1)).to.have.length(20);
      expect(projection.reads).to.be.below(40);
      expect(await Promise.all(far)).to.deep.equal(numbers.map(() => []));
      expect(charged.filter((polls) => polls === 1)).to.have.length(40 * 2);
    });
  });

  it('are not read on for a client that has left, and its next poll begins where that one ended', async () => {
    await withLimits({ feedLookedAtPerPoll: 500 }, async () => {
      const { happen, poll, projection } = queueTest({ ring: tiny });
      happen(registered(1, 2, { narrow: [['topic', 'another']] }), ...many(2_000));
      const by = new TestReply();
      projection.onRead = () => by.go();
      await poll(1, 2, { by });
      await turns();
      expect(projection.reads).to.equal(1);
      expect(await poll(1, 2, { dontBlock: true })).to.deep.equal([]);
      expect(projection.reads).to.equal(4);
    });
  });

  it('end the queue of a client that has not fetched events that were too old to be kept', async () => {
    const { feed, poll } = queueTest({ past: [registered(1, 2), ...many(3)] });
    const [oldest = 0, middle = 0] = (await poll(1, 2)).map(({ id }) => Number(id));
    for (const id of [oldest, middle]) feed.delete(feedId(id));
    feed.set(feedGapId(realmId), { gapTo: middle });
    expect(await refusalOf(poll(1, 2, { lastEventId: oldest }))).to.equal('queue-missing');
    expect(await refusalOf(poll(1, 2, { lastEventId: -1 }))).to.equal('queue-missing');
    expect(await poll(1, 2, { lastEventId: middle })).to.have.length(1);
  });

  it('can be read again after reads that failed', async () => {
    const { happen, poll, projection } = queueTest({ ring: tiny });
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    happen(...numbers.map((number) => registered(number, 2)));
    projection.held = true;
    happen(...many(20));
    const refused = await Promise.allSettled(numbers.map((number) => poll(number, 2)));
    expect(new Set(refused.map(({ status }) => status))).to.deep.equal(new Set(['rejected']));
    projection.held = false;
    happen(...many(1, 21));
    expect(await poll(40, 2)).to.have.length(21);
  });
});

describe('the memory of the event buffer', () => {
  it('does not grow with the number of queues, nor with the events that they have not fetched', () => {
    const ring = { entriesMax: 100, bytesMax: 1e9, bytesInAllMax: 1e9 };
    const held = (queues: number, messages: number): number => {
      const { happen, queues: service } = queueTest({ ring });
      happen(...Array.from({ length: queues }, (_, index) => registered(index + 1, 2)), ...many(messages, 1_000));
      return service.bytes;
    };
    const one = held(1, 1_000);
    expect(one).to.be.above(80 * 1_000);
    expect(held(500, 1_000)).to.equal(one);
    expect(held(500, 3_000)).to.be.within(0.85 * one, 1.15 * one);
  });

  /** A buffer that is bounded over all organizations, and a function that adds `count` events of one of them. */
  function bounded(bytesInAllMax: number) {
    const bounds = { entriesMax: 1_000, bytesMax: 1e9, bytesInAllMax };
    const buffer = new EventBuffer({ position: () => 0 } as never, 0, bounds);
    const realm = { queues: new Map([[1, 1]]) };
    let position = 0;
    const add = (realmId: number, count: number) => {
      for (let added = 0; added < count; added += 1) {
        position += 1;
        const body = { kind: 'plain', fields: { text: 'x'.repeat(100) } };
        const clientEvents = [{ type: 'message', scope: { kind: 'everyone' }, body }];
        buffer.add({ event: { realmId, position, type: 'Other' }, realm, clientEvents } as never);
        expect(buffer.bytes).to.be.at.most(bytesInAllMax);
      }
    };
    return { buffer, add };
  }

  it('is bounded over all organizations: the largest one drops events', () => {
    const { buffer, add } = bounded(50_000);
    add(1, 10);
    const small = buffer.bytes;
    add(2, 100);
    expect(small).to.be.below(15_000);
    expect(buffer.bytes).to.be.above(40_000);
  });

  it('has every event after its floor, and reports the floor', () => {
    const { buffer, add } = bounded(1e9);
    add(1, 3);
    const floor = lastIdAt(0);
    expect([floor - 1, floor].map((cursor) => buffer.countAfter(1 as RealmId, cursor))).to.deep.equal([
      { count: 3, isComplete: false },
      { count: 3, isComplete: true },
    ]);
  });

  it('may be exactly the bound over all organizations (ringsBytesMax)', () => {
    const whole = (bytesInAllMax: number): number => {
      const { buffer, add } = bounded(bytesInAllMax);
      add(1, 4);
      add(2, 5);
      return buffer.bytes;
    };
    const all = whole(1e9);
    expect(whole(all)).to.equal(all);
    expect(whole(all - 1)).to.equal((all * 8) / 9);
  });
});
