import { expect } from 'chai';
import { never, queueTest, registered, TestReply, touched, turns } from './fixture.ts';

const dontBlock = { dontBlock: true };

describe('an event queue that is not polled', () => {
  const lifespanSecs = 600;
  const idleIn = ({ queues }: ReturnType<typeof queueTest>) => queues.idle().map(({ queueId }) => queueId);

  it('is idle after its lifespan, counted from its last poll', async () => {
    const test = queueTest();
    test.happen(registered(1, 2, { lifespanSecs }));
    test.clock.now += 599_000;
    expect(idleIn(test)).to.deep.equal([]);
    await test.poll(1, 2, dontBlock);
    test.clock.now += 599_999;
    expect(idleIn(test)).to.deep.equal([]);
    const { now } = test.clock;
    test.clock.now += 1;
    expect(test.queues.idle()).to.deep.equal([{ realmId: 1, queueId: '1:1', idleSince: now - 599_999 }]);
  });

  it('is not idle while a poll waits, and then from the end of the wait', async () => {
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

  it('counts neither the time before the server started nor what was polled elsewhere', async () => {
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

  it('is said in the log to be polled, once its log knows of nothing in half a lifespan', async () => {
    const { happen, poll, clock, touches } = queueTest();
    happen(registered(1, 2, { lifespanSecs }));
    clock.now = 1_700_000_000_000 - 1_000_000;
    await poll(1, 2, dontBlock);
    expect(touches).to.deep.equal([]);
    clock.now += 301_000;
    await poll(1, 2, dontBlock);
    expect(touches).to.deep.equal(['1:1']);
    happen(touched(1, clock.now));
    await poll(1, 2, dontBlock);
    expect(touches).to.have.length(1);
  });
});
