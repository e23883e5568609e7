/** The number and the size of the events that wait for the projector are bounded. */
import { expect } from 'chai';
import type { Followed } from '../../../src/engine/follow/follower.ts';
import { Backlog, batchMax } from '../../../src/engine/project/backlog.ts';
import { recorded } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';

const followed = (words: string): Followed => {
  const [event] = recorded([past.sends(1, 1, past.inTopic(1, 'alpha'), words)]);
  if (!event) throw new Error('nothing was said');
  return { event, realm: undefined, clientEvents: [] };
};

const pushedUntilFull = (backlog: Backlog, one: Followed): number => {
  let count = 0;
  for (; backlog.full() === undefined; count += 1) backlog.push(one);
  return count;
};

describe('the backlog of the projector', () => {
  it('holds fewer long messages than short ones', () => {
    const [short, long] = [followed('short'), followed('x'.repeat(8_192))];
    expect(pushedUntilFull(new Backlog(), short)).to.equal(4 * batchMax);
    expect(pushedUntilFull(new Backlog(), long)).to.be.below(batchMax);
  });

  it('commits few long messages at once', () => {
    const backlog = new Backlog();
    pushedUntilFull(backlog, followed('x'.repeat(8_192)));
    expect(backlog.next([])).to.have.length.within(32, 64);
  });

  it('commits few events at once that subscribe many users, because each subscription is a document', () => {
    const backlog = new Backlog();
    const crowd = Array.from({ length: 400 }, (_, at) => at + 1);
    const events = recorded(Array.from({ length: 20 }, (_, at) => past.opened(at + 1, `stream ${at}`, crowd)));
    for (const event of events) backlog.push({ event, realm: undefined, clientEvents: [] });
    expect(backlog.hasBatch([])).to.equal(true);
    const sizes: number[] = [];
    while (backlog.length > 0) sizes.push(backlog.next([]).length);
    expect(sizes).to.deep.equal([5, 5, 5, 5]);
    expect(backlog.hasBatch([])).to.equal(false);
    for (const event of recorded([past.joins(1, ...Array.from({ length: 5_000 }, (_, at) => at))]))
      backlog.push({ event, realm: undefined, clientEvents: [] });
    expect(backlog.next([])).to.have.length(1);
  });

  it('commits few events at once of which very many users are notified one by one', () => {
    const backlog = new Backlog();
    const entry = { ...followed('short'), clientEvents: Array.from({ length: 500 }, () => ({}) as never) };
    for (let count = 0; count < 8; count += 1) backlog.push(entry);
    expect([backlog.next([]), backlog.next([])].map(({ length }) => length)).to.deep.equal([4, 4]);
  });

  it('accepts events again when half of it is absorbed', async () => {
    const backlog = new Backlog();
    pushedUntilFull(backlog, followed('x'.repeat(8_192)));
    const before = backlog.length;
    let isWaiting = true;
    void backlog.full()?.then(() => {
      isWaiting = false;
    });
    for (; isWaiting && backlog.length > 0; await Promise.resolve()) {
      backlog.next([]);
      backlog.relieve();
    }
    expect(backlog.length).to.be.within(before / 4, before / 2);
  });

  it('has the same size again after events were put back', () => {
    const backlog = new Backlog();
    const long = followed('x'.repeat(8_192));
    const count = pushedUntilFull(backlog, long);
    backlog.putBack(backlog.next([]));
    expect(backlog.full()).not.to.equal(undefined);
    backlog.clear();
    expect(pushedUntilFull(backlog, long)).to.equal(count);
  });
});
