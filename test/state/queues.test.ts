import { expect } from 'chai';
import { optionsBytes, queuesByUser } from '../../src/state/queues.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { ended, queueId, registered, touched } from '../queues/fixture.ts';
import { queueOf } from '../support/feed.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { founded } from '../support/past-events.ts';
import { newBot, ownerChanged, realmDeactivated } from '../support/writes.ts';

const stateWith = (...events: Given[]) => stateAfter([founded(), ...events]);

describe('the state of event queues', () => {
  it('has a registered queue, which begins after the position of its registration', () => {
    const queue = stateWith(registered(1, 2, { lifespanSecs: 600 })).queues.get(queueId(1));
    expect(queue).to.deep.include({ queueId: queueId(1), userId: 2, start: 3 });
    expect(queue?.options).to.deep.equal(queueOf(2, { lifespanSecs: 600 }).options);
  });

  it('knows when a queue was last polled', () => {
    const { queues } = stateWith(registered(1, 2), registered(2, 2), touched(1, 77), touched(9, 78));
    expect(queues.get(queueId(1))).to.include({ touchedAt: 77, start: 3 });
    expect(queues.get(queueId(2))?.touchedAt).to.be.above(78);
    expect(queues.size).to.equal(2);
  });

  it('drops a queue that is deleted or expires, and the revision of its log stream', () => {
    const state = stateWith(
      registered(1, 2),
      registered(2, 2),
      registered(3, 2),
      ended(1),
      ended(2, 'EventQueueExpired'),
    );
    expect([...state.queues.keys()]).to.deep.equal([queueId(3)]);
    expect([...state.revisions.keys()].filter((stream) => stream.startsWith('queue-'))).to.deep.equal([
      `queue-1.${queueId(3)}`,
    ]);
  });

  it('has none once the organization is deactivated', () => {
    const { queues } = stateWith(registered(1, 2), registered(2, 3), realmDeactivated());
    expect(queues.size).to.equal(0);
    expect([queues.inAll.queues, queues.useOf(2 as UserId).queues]).to.deep.equal([0, 0]);
  });

  it('counts the queues of each user and the bytes of their options', () => {
    const options = { eventTypes: ['message', 'stream'] };
    const { queues } = stateWith(
      registered(1, 2, options),
      registered(2, 2),
      touched(1, 77),
      registered(3, 3),
      ended(3),
    );
    const one = optionsBytes(queueOf(2, options).options);
    const other = optionsBytes(queueOf(2).options);
    expect(one).to.be.above(other);
    expect(queues.useOf(2 as UserId)).to.deep.equal({ queues: 2, bytes: one + other });
    expect(queues.useOf(3 as UserId)).to.deep.equal({ queues: 0, bytes: 0 });
    expect(queues.inAll).to.deep.equal({ queues: 2, bytes: one + other });
  });

  it("counts three bytes for each character of a queue's options, and a few besides", () => {
    expect(optionsBytes(queueOf(2).options)).to.equal(100);
    const asked = { eventTypes: ['message'], narrow: [['stream', 'ab']] as never };
    expect(optionsBytes(queueOf(2, asked).options)).to.equal(100 + (21 + 16) + (18 + 16) + (6 + 16));
  });

  it('finds the queues of some users', () => {
    const { queues } = stateWith(registered(1, 2), registered(2, 3), registered(3, 2), registered(4, 4));
    const found = queuesByUser(queues, new Set([2, 4, 9]));
    expect([...found].map(([userId, own]) => [userId, own.map((queue) => queue.queueId)])).to.deep.equal([
      [2, [queueId(1), queueId(3)]],
      [4, [queueId(4)]],
    ]);
  });

  it('counts the queues of a bot for its creator', () => {
    const { queues } = stateWith(...newBot(9, 2), registered(1, 9), ownerChanged(9, 3, 2), registered(2, 9));
    expect([2, 3, 9].map((id) => queues.useOf(id as UserId).queues)).to.deep.equal([2, 0, 0]);
  });
});
