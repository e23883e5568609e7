import { expect } from 'chai';
import { eventIdAt } from '../../src/feed/event-ids.ts';
import { entryOf } from '../../src/queues/ring.ts';
import { WaitingPoll, WaitingPolls } from '../../src/queues/waiting-polls.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { realmId } from '../support/given.ts';
import { came, founded, inTopic, opened, says } from '../support/past.ts';
import { told } from '../support/told.ts';
import { never, queueId, registered, TestReply } from './fixture.ts';

const waiterOf = (number: number, userId: number, wantsPublic = false): WaitingPoll => {
  const place = { realmId, userId: userId as UserId, queueId: queueId(number) };
  return new WaitingPoll({ ...place, wantsPublic, number, seen: neverSeen(), cursor: 0, from: 0 }, new TestReply());
};

const neverSeen = () => ({ at: 0, acknowledged: 0, poll: 1, nothingAfter: 0, nothingTo: 0 });

/** Waiting polls that go as soon as they are woken; `looks`: whose they were, in order. */
function crowd(heartbeat = never, now?: () => number) {
  const looks: number[] = [];
  const waiters: WaitingPolls = new WaitingPolls(
    heartbeat,
    (waiter) => {
      looks.push(waiter.number);
      waiters.remove(waiter);
    },
    now,
  );
  return { waiters, looks };
}

/** A message to the public stream 1, whose members are users 1 to `members`; 9,999 is none. */
function aMessageTo(members: number) {
  const ids = Array.from({ length: members }, (_, index) => index + 1);
  const past = [founded(), ...ids.flatMap((id) => came(id)), opened(1, 'plans', ids), ...came(9_999)];
  const { state, clientEvents } = told([...past, registered(1, 1)], [says(1, 1, inTopic(1, 'x'))]);
  const [event] = clientEvents;
  if (!event) throw new Error('nothing was told');
  return { state, entry: entryOf(event.clientEvent, eventIdAt(past.length, 0)) };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('polls that wait', () => {
  it('are woken by what may be for them, each once; others do not even look', async () => {
    const { state, entry } = aMessageTo(2);
    const { waiters, looks } = crowd();
    for (const waiter of [waiterOf(1, 1), waiterOf(2, 2), waiterOf(3, 9_999), waiterOf(4, 9_999, true)])
      waiters.add(waiter);
    waiters.wake(state, entry);
    waiters.wake(state, entry);
    expect(looks, 'not in the turn of the news').to.deep.equal([]);
    await nextTurn();
    expect(looks).to.deep.equal([1, 2, 4]);
    expect([waiters.size, waiters.has(queueId(3))]).to.deep.equal([1, true]);
  });

  it('wait on if they find nothing, and are woken again', async () => {
    const { state, entry } = aMessageTo(1);
    let looks = 0;
    const look = (): void => {
      looks += 1;
    };
    const waiters = new WaitingPolls(never, look);
    waiters.add(waiterOf(1, 1));
    for (const expected of [1, 2]) {
      waiters.wake(state, entry);
      await nextTurn();
      expect(looks).to.equal(expected);
    }
  });

  it('are not woken while they look', async () => {
    const { state, entry } = aMessageTo(1);
    const { waiters, looks } = crowd();
    const waiter = waiterOf(1, 1);
    waiters.add(waiter);
    waiter.looking = true;
    waiters.wake(state, entry);
    await nextTurn();
    expect(looks).to.deep.equal([]);
  });

  it('are woken in slices of time, so that others have their turn between', async () => {
    const { state, entry } = aMessageTo(1_000);
    let clock = 0;
    // Each look at the clock costs a 64th of a millisecond.
    const { waiters, looks } = crowd(never, () => {
      clock += 1 / 64;
      return clock;
    });
    for (let id = 1; id <= 1_000; id += 1) waiters.add(waiterOf(id, id));
    waiters.wake(state, entry);
    const steps: number[] = [];
    while (looks.length < 1_000) {
      await nextTurn();
      steps.push(looks.length);
    }
    expect(steps).to.deep.equal([256, 512, 768, 1_000]);
    expect(looks).to.deep.equal(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect(waiters.size).to.equal(0);
  });

  it('have a heartbeat when nothing comes, each in its time, by one timer for all', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    // The test's own timer begins once it waits for something.
    await nextTurn();
    const before = timers();
    let clock = 0;
    const { waiters, looks } = crowd(5, () => clock);
    for (let id = 1; id <= 10_000; id += 1) waiters.add(waiterOf(id, id));
    expect(timers() - before).to.equal(1);
    clock = 3;
    const late = waiterOf(10_001, 1);
    waiters.add(late);
    clock = 5;
    while (looks.length < 10_000) await nextTurn();
    expect([looks.length, late.late, waiters.size]).to.deep.equal([10_000, false, 1]);
    clock = 8;
    while (looks.length < 10_001) await nextTurn();
    expect(late.late).to.equal(true);
    expect(timers()).to.equal(before);
  });

  it('have it also where those before them are late and still look', async () => {
    let clock = 0;
    const looks: number[] = [];
    const waiters = new WaitingPolls(
      1,
      ({ number }) => looks.push(number),
      () => clock,
    );
    waiters.add(waiterOf(1, 1));
    clock = 1;
    while (looks.length < 1) await nextTurn();
    waiters.add(waiterOf(2, 2));
    clock = 2;
    while (looks.length < 2) await nextTurn();
    expect(looks).to.deep.equal([1, 2]);
  });

  it('are forgotten when they leave: by queue, by user, and where news was on its way', async () => {
    const { state, entry } = aMessageTo(2);
    const { waiters, looks } = crowd();
    const [first, second, other] = [waiterOf(1, 1), waiterOf(2, 1), waiterOf(3, 2)];
    for (const waiter of [first, second, other]) waiters.add(waiter);
    expect(waiters.ofUser(realmId, 1 as UserId)).to.deep.equal([first, second]);
    waiters.wake(state, entry);
    expect([waiters.remove(first), waiters.remove(first)]).to.deep.equal([true, false]);
    const again = waiterOf(1, 1);
    waiters.add(again);
    await nextTurn();
    expect(looks).to.deep.equal([2, 3]);
    expect([waiters.of(queueId(1)), again.waiting, first.waiting]).to.deep.equal([again, true, false]);
    expect(waiters.all()).to.deep.equal([again]);
    waiters.remove(again);
    expect(waiters.ofUser(realmId, 1 as UserId)).to.deep.equal([]);
  });
});
