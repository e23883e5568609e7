import { expect } from 'chai';
import { eventIdAt } from '../../src/feed/event-ids.ts';
import { entryOf } from '../../src/queues/ring.ts';
import { type WaitingPoll, WaitingPolls } from '../../src/queues/waiting-polls.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { feedOf } from '../support/feed.ts';
import { realmId } from '../support/given.ts';
import { deletes, edits, founded, inTopic, leaves, newUser, opened, sends } from '../support/past-events.ts';
import { never, queueId, registered, TestReply } from './fixture.ts';

const pollOf = (queue: number, userId: number, wantsPublic = false): WaitingPoll => ({
  realmId,
  userId: userId as UserId,
  queueId: queueId(queue),
  wantsPublic,
  state: { lastPolledAt: 0, acknowledged: 0, newest: undefined, emptyAfter: 0, emptyTo: 0 },
  reply: new TestReply(),
  charge: () => undefined,
  dontBlock: false,
  cursor: 0,
  checkedTo: 0,
  isReading: false,
  isHeartbeatDue: false,
});

/** Waiting polls that are removed at their first check, with a stopped clock. `checked`: their queues, in order. */
function waitingPolls(heartbeat = never, now: () => number = () => 0) {
  const checked: string[] = [];
  const polls: WaitingPolls = new WaitingPolls(
    heartbeat,
    (poll) => {
      checked.push(poll.queueId);
      polls.remove(poll);
    },
    now,
  );
  return { polls, checked };
}

/** A message to the public stream 1, whose subscribers are users 1 to `members`. User 9,999 is not subscribed. */
function messageTo(members: number, alsoTo: readonly number[] = []) {
  const ids = Array.from({ length: members }, (_, index) => index + 1);
  const past = [founded(), ...ids.flatMap((id) => newUser(id)), opened(1, 'plans', ids), ...newUser(9_999)];
  const message = sends(1, 1, inTopic(1, 'x'), 'hello', { alsoTo });
  const { state, clientEvents } = feedOf([...past, registered(1, 1)], [message]);
  const [event] = clientEvents;
  if (!event) throw new Error('the message made no client event');
  return { state, entry: entryOf(event.clientEvent, eventIdAt(past.length, 0)) };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const queues = (...numbers: number[]) => numbers.map(queueId);

describe('waiting polls', () => {
  it('are checked once, in a later turn, when events may be for them; other polls are not', async () => {
    const { state, entry } = messageTo(2);
    const { polls, checked } = waitingPolls();
    const added = [pollOf(1, 1), pollOf(2, 2), pollOf(3, 9_999), pollOf(4, 9_999, true)] as const;
    for (const poll of added) polls.add(poll);
    polls.wake(state, entry);
    polls.wake(state, entry);
    expect(checked, 'not in the turn of the event').to.deep.equal([]);
    await nextTurn();
    expect(checked).to.deep.equal(queues(1, 2, 4));
    expect([polls.size, polls.has(added[2])]).to.deep.equal([1, true]);
  });

  it('are checked for a message to users who are not subscribed', async () => {
    const { state, entry } = messageTo(1, [9_999]);
    const { polls, checked } = waitingPolls();
    for (const poll of [pollOf(1, 1), pollOf(3, 9_999), pollOf(4, 5)]) polls.add(poll);
    polls.wake(state, entry);
    await nextTurn();
    expect(checked).to.deep.equal(queues(1, 3));
  });

  it('are checked for a change of a message whose receivers have left', async () => {
    const past = [founded(), ...[1, 2, 3].flatMap((id) => newUser(id)), opened(1, 'plans', [1, 2])];
    const before = [...past, registered(1, 1), sends(1, 1, inTopic(1, 'x')), leaves(1, 2)];
    for (const change of [edits(1, 1, inTopic(1, 'x'), 'new', 'old'), deletes(1, 1, inTopic(1, 'x'))]) {
      const { state, clientEvents } = feedOf(before, [change]);
      const { polls, checked } = waitingPolls();
      for (const userId of [1, 2, 3]) polls.add(pollOf(userId, userId));
      for (const { clientEvent, eventId } of clientEvents) polls.wake(state, entryOf(clientEvent, eventId));
      await nextTurn();
      expect(checked).to.deep.equal(queues(1, 2));
    }
  });

  it('continue to wait after a check that does not remove them, and are checked again', async () => {
    const { state, entry } = messageTo(1);
    let clock = 0;
    let checks = 0;
    const polls = new WaitingPolls(
      never,
      () => {
        checks += 1;
      },
      () => clock,
    );
    polls.add(pollOf(1, 1));
    for (const expected of [1, 2]) {
      polls.wake(state, entry);
      await nextTurn();
      expect(checks).to.equal(expected);
      clock += 1_000;
    }
  });

  it('are checked once for events that arrive one by one within a pause', async () => {
    const { state, entry } = messageTo(2);
    const { polls, checked } = waitingPolls();
    const [first, second] = [pollOf(1, 1), pollOf(2, 2)];
    polls.add(first);
    expect(polls.isPausing).to.equal(false);
    polls.wake(state, entry);
    await nextTurn();
    expect([checked, polls.isPausing]).to.deep.equal([queues(1), true]);
    polls.add(first);
    polls.add(second);
    for (let count = 0; count < 3; count += 1) {
      polls.wake(state, entry);
      await nextTurn();
    }
    polls.checkLater(second);
    expect(checked, 'during the pause').to.deep.equal(queues(1));
    while (polls.size > 0) await nextTurn();
    expect(checked).to.deep.equal(queues(1, 1, 2));
  });

  it('are not woken while the feed is read for them', async () => {
    const { state, entry } = messageTo(1);
    const { polls, checked } = waitingPolls();
    const poll = pollOf(1, 1);
    polls.add(poll);
    poll.isReading = true;
    polls.wake(state, entry);
    await nextTurn();
    expect(checked).to.deep.equal([]);
  });

  it('are checked in slices of time, with yields to the event loop', async () => {
    const { state, entry } = messageTo(1_000);
    let clock = 0;
    // Each reading of the clock takes a 64th of a millisecond.
    const { polls, checked } = waitingPolls(never, () => {
      clock += 1 / 64;
      return clock;
    });
    for (let id = 1; id <= 1_000; id += 1) polls.add(pollOf(id, id));
    polls.wake(state, entry);
    const steps: number[] = [];
    while (checked.length < 1_000) {
      await nextTurn();
      steps.push(checked.length);
    }
    expect(steps).to.deep.equal([256, 512, 768, 1_000]);
    expect(checked).to.deep.equal(queues(...Array.from({ length: 1_000 }, (_, index) => index + 1)));
    expect(polls.size).to.equal(0);
  });

  it('have a heartbeat when no event comes', async () => {
    const { polls, checked } = waitingPolls(1);
    const [first, second] = [pollOf(1, 1), pollOf(2, 2)];
    polls.add(first);
    polls.add(second);
    polls.remove(second);
    while (checked.length === 0) await nextTurn();
    expect(checked).to.deep.equal(queues(1));
    expect([first.isHeartbeatDue, second.isHeartbeatDue]).to.deep.equal([true, false]);
  });

  it('are removed by queue and by user, even if they were already woken', async () => {
    const { state, entry } = messageTo(2);
    const { polls, checked } = waitingPolls();
    const [first, second, other] = [pollOf(1, 1), pollOf(2, 1), pollOf(3, 2)];
    for (const poll of [first, second, other]) polls.add(poll);
    expect(polls.ofUser(realmId, 1 as UserId)).to.deep.equal([first, second]);
    polls.wake(state, entry);
    expect([polls.remove(first), polls.remove(first)]).to.deep.equal([true, false]);
    const again = pollOf(1, 1);
    polls.add(again);
    await nextTurn();
    expect(checked).to.deep.equal(queues(2, 3));
    expect(polls.ofQueue(queueId(1))).to.equal(again);
    expect([polls.has(again), polls.has(first)]).to.deep.equal([true, false]);
    expect(polls.all()).to.deep.equal([again]);
    polls.remove(again);
    expect(polls.ofUser(realmId, 1 as UserId)).to.deep.equal([]);
    expect(polls.ofQueue(queueId(1))).to.equal(undefined);
  });
});
