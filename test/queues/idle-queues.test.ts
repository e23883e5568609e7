import { expect } from 'chai';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { realmId, testNow } from '../support/given.ts';
import { ended, never, queueTest, registered, TestReply, touched, turns } from './fixture.ts';

const dontBlock = { dontBlock: true };

describe('an event queue that nobody polls', () => {
  const lifespanSecs = 600;
  const idleIn = ({ queues }: ReturnType<typeof queueTest>) => queues.idle().map(({ queueId }) => queueId);

  it('is idle once its lifespan has passed since its last poll', async () => {
    const test = queueTest();
    test.happen(registered(1, 2, { lifespanSecs }));
    test.clock.now += 599_000;
    expect(idleIn(test)).to.deep.equal([]);
    await test.poll(1, 2, dontBlock);
    test.clock.now += 599_999;
    expect(idleIn(test)).to.deep.equal([]);
    test.clock.now += 1;
    expect(test.queues.idle()).to.deep.equal([{ realmId: 1, queueId: '1:1', revision: 0 }]);
  });

  it('is not idle while a poll waits; the lifespan counts from the end of the wait', async () => {
    const test = queueTest({ heartbeat: never });
    test.happen(registered(1, 2, { lifespanSecs }));
    const client = new TestReply();
    const waiting = test.poll(1, 2, { by: client });
    await turns();
    test.clock.now += 900_000;
    expect(idleIn(test)).to.deep.equal([]);
    client.go();
    await waiting;
    test.clock.now += 599_000;
    expect(idleIn(test)).to.deep.equal([]);
    test.clock.now += 1_000;
    expect(idleIn(test)).to.deep.equal(['1:1']);
  });

  it('counts from the start of the server, and from polls at other processes that are in the log', async () => {
    const test = queueTest({ past: [registered(1, 2, { lifespanSecs })] });
    test.clock.now += 599_000;
    expect(idleIn(test)).to.deep.equal([]);
    await test.poll(1, 2, dontBlock);
    test.clock.now += 500_000;
    test.happen(touched(1, test.clock.now));
    test.clock.now += 599_000;
    expect(idleIn(test)).to.deep.equal([]);
    test.clock.now += 1_000;
    expect(idleIn(test)).to.deep.equal(['1:1']);
  });

  it('records a poll in the log if the log has none in the last half lifespan', async () => {
    const { happen, poll, clock, touches } = queueTest();
    happen(registered(1, 2, { lifespanSecs }));
    clock.now += 300_000;
    await poll(1, 2, dontBlock);
    expect(touches).to.deep.equal([]);
    clock.now += 1;
    await poll(1, 2, dontBlock);
    expect(touches).to.deep.equal(['1:1']);
    happen(touched(1, clock.now));
    await poll(1, 2, dontBlock);
    expect(touches).to.have.length(1);
  });

  it('becomes idle in time, and is recorded in time, although the clock was ahead at the last recorded poll', async () => {
    const hour = 3_600_000;
    const past = [registered(1, 2, { lifespanSecs }), touched(1, testNow + hour)];
    const test = queueTest({ past });
    test.happen(registered(2, 2, { lifespanSecs }), touched(2, testNow + 2 * hour));
    test.clock.now += 300_001;
    for (const number of [1, 2]) await test.poll(number, 2, dontBlock);
    expect(test.touches).to.deep.equal(['1:1', '1:2']);
    test.clock.now += 600_000;
    expect(test.queues.idle()).to.deep.equal([
      { realmId: 1, queueId: '1:1', revision: 1 },
      { realmId: 1, queueId: '1:2', revision: 1 },
    ]);
  });

  it('makes room for a new one of the same user: the one that was polled longest ago, unless all are in use (queueInUseSecs)', async () => {
    const test = queueTest({ heartbeat: never });
    test.happen(registered(1, 2), registered(2, 2), registered(3, 2), registered(4, 3));
    const oldest = () => test.queues.oldestIdle(realmId, 2 as UserId)?.queueId;
    expect(oldest()).to.equal(undefined);
    test.clock.now += 119_000;
    await test.poll(1, 2, dontBlock);
    expect(oldest()).to.equal(undefined);
    test.clock.now += 1_000;
    const client = new TestReply();
    const waits = test.poll(2, 2, { by: client });
    await turns();
    expect(oldest()).to.equal('1:3');
    test.happen(ended(3));
    expect(oldest()).to.equal(undefined);
    test.clock.now += 119_000;
    expect(oldest()).to.equal('1:1');
    test.happen(ended(1));
    test.clock.now += 999_000;
    expect(oldest()).to.equal(undefined);
    client.go();
    await waits;
  });
});
