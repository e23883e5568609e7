/** How many copies there are, where, and which one goes. */
import { expect } from 'chai';
import { distanceOf, leastUseful } from '../../../src/past/copies/choice.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

describe('the copies of an organization', () => {
  const room = { bytes: 10 ** 12, copiesMax: limits.pastCopiesMax, eventsMin: limits.pastCopyEventsMin };

  it('divide its events evenly, into at most pastCopiesMax parts of at least pastCopyEventsMin', () => {
    expect(distanceOf(1_000_000, room, undefined)).to.equal(Math.ceil(1_000_000 / (limits.pastCopiesMax + 1)));
    expect(distanceOf(10_000, room, undefined)).to.equal(limits.pastCopyEventsMin);
    expect(distanceOf(0, room, undefined)).to.equal(limits.pastCopyEventsMin);
  });

  it('are as many as fit: each is as large as what is folded in it', () => {
    const newest = { folded: 1_000, bytes: 1_000_000 };
    const events = 100_000;
    const bytes = 500_000_000;
    const distance = distanceOf(events, { ...room, bytes }, newest);
    let all = 0;
    for (let folded = distance; folded <= events; folded += distance) all += folded * 1_000;
    expect(all).to.be.within(bytes / 2, bytes * 1.01);
    expect(distanceOf(events, { ...room, bytes: 1 }, newest)).to.equal(events / 2);
  });

  it('are reduced by the one that saves least for its bytes', () => {
    const copies = [10, 20, 21, 40].map((folded) => ({ folded, bytes: folded }));
    expect(leastUseful(copies)?.copy.folded).to.equal(20);
    expect(leastUseful([])).to.equal(undefined);
    // The newest one is not the first to go: more events come after it.
    expect(leastUseful([10, 20, 30].map((folded) => ({ folded, bytes: 1 })))?.copy.folded).to.equal(10);
  });
});
