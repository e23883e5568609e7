import { expect } from 'chai';
import { eventIdAt } from '../../src/feed/event-ids.ts';
import { entryOf } from '../../src/queues/ring.ts';
import type { Poll } from '../../src/queues/service.ts';
import { Waiters } from '../../src/queues/waiters.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { realmId } from '../support/given.ts';
import { came, founded, inTopic, opened, says } from '../support/past.ts';
import { told } from '../support/told.ts';
import { never, queueId, registered } from './queue-house.ts';

const poll = (number: number, userId: number, signal = new AbortController().signal): Poll => ({
  realmId,
  userId: userId as UserId,
  queueId: queueId(number),
  lastEventId: undefined,
  dontBlock: false,
  signal,
});

/** A message to stream 1, whose members are users 1 to `members`, each with a queue of their number. */
function aMessageTo(members: number) {
  const ids = Array.from({ length: members }, (_, index) => index + 1);
  const past = [
    founded(),
    ...ids.flatMap((id) => came(id)),
    opened(1, 'plans', ids),
    ...ids.map((id) => registered(id, id)),
  ];
  const { state, clientEvents } = told(
    [...past, ...came(9_999), registered(9_999, 9_999)],
    [says(1, 1, inTopic(1, 'x'))],
  );
  const [event] = clientEvents;
  if (!event) throw new Error('nothing was told');
  return { state, entry: entryOf(event.clientEvent, eventIdAt(past.length, 0)) };
}

describe('polls that wait', () => {
  it('are woken by what is for them, each once, and others are not', async () => {
    const { state, entry } = aMessageTo(2);
    const waiters = new Waiters();
    const waiting = [waiters.wait(poll(1, 1), never), waiters.wait(poll(2, 2), never)];
    const other = waiters.wait(poll(9_999, 9_999), never);
    waiters.wake(state, entry);
    waiters.wake(state, entry);
    expect(await Promise.all(waiting)).to.deep.equal(['news', 'news']);
    expect(waiters.size).to.equal(1);
    waiters.endAll();
    expect(await other).to.equal('ended');
  });

  it('are not woken by what their queues did not ask for', async () => {
    const { state, entry } = aMessageTo(2);
    const queue = state.queues.get(queueId(2));
    if (!queue) throw new Error('no queue');
    state.queues.set(queue.queueId, { ...queue, options: { ...queue.options, eventTypes: ['stream'] } });
    const waiters = new Waiters();
    const [first, second] = [waiters.wait(poll(1, 1), never), waiters.wait(poll(2, 2), never)];
    waiters.wake(state, entry);
    expect(await first).to.equal('news');
    expect(waiters.has(queueId(2))).to.equal(true);
    waiters.endAll();
    expect(await second).to.equal('ended');
  });

  it('are woken in slices, so that others have their turn between', async () => {
    const { state, entry } = aMessageTo(450);
    const waiters = new Waiters();
    let woken = 0;
    const all = Array.from({ length: 450 }, (_, index) =>
      waiters.wait(poll(index + 1, index + 1), never).then(() => {
        woken += 1;
      }),
    );
    waiters.wake(state, entry);
    const steps: number[] = [];
    while (woken < 450) {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(woken);
    }
    await Promise.all(all);
    expect(steps.filter((count, index) => count > (steps[index - 1] ?? 0)).length).to.be.at.least(3);
    expect(waiters.size).to.equal(0);
  });

  it('have a heartbeat when nothing comes', async () => {
    const waiters = new Waiters();
    expect(await waiters.wait(poll(1, 1), 1)).to.equal('heartbeat');
    expect(await waiters.wait(poll(1, 1), -5)).to.equal('heartbeat');
    expect(waiters.size).to.equal(0);
  });

  it('are ended: one queue, by another wait for it, by their client, or all', async () => {
    const waiters = new Waiters();
    const first = waiters.wait(poll(1, 1), never);
    const second = waiters.wait(poll(1, 1), never);
    expect(await first).to.equal('ended');
    waiters.end(queueId(1));
    expect(await second).to.equal('ended');
    const client = new AbortController();
    const third = waiters.wait(poll(2, 1, client.signal), never);
    client.abort();
    expect(await third).to.equal('ended');
    expect([waiters.size, waiters.has(queueId(1)), waiters.has(queueId(2))]).to.deep.equal([0, false, false]);
  });

  it('of one user are revoked together, and nobody else’s', async () => {
    const waiters = new Waiters();
    const mine = [waiters.wait(poll(1, 1), never), waiters.wait(poll(2, 1), never)];
    const theirs = waiters.wait(poll(3, 2), never);
    waiters.revoke(realmId, 1 as UserId);
    expect(await Promise.all(mine)).to.deep.equal(['revoked', 'revoked']);
    expect(waiters.size).to.equal(1);
    waiters.endAll();
    expect(await theirs).to.equal('ended');
  });

  it('are not woken after they ended, though news was on its way', async () => {
    const { state, entry } = aMessageTo(2);
    const waiters = new Waiters();
    const first = waiters.wait(poll(1, 1), never);
    waiters.wake(state, entry);
    waiters.end(queueId(1));
    expect(await first).to.equal('ended');
    const second = waiters.wait(poll(1, 1), never);
    await new Promise((resolve) => setImmediate(resolve));
    expect(waiters.has(queueId(1))).to.equal(true);
    waiters.endAll();
    expect(await second).to.equal('ended');
  });
});
