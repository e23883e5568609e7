import { expect } from 'chai';
import { mapSomeAtOnce, mapWithBreaks } from '../../src/define/breaks.ts';
import { hold, turnsDuring } from '../support/turns.ts';

describe('long work', () => {
  it('yields to the event loop', async () => {
    const items = Array.from({ length: 320 }, (_, item) => item);
    let mapped: number[] = [];
    const turns = await turnsDuring(async () => {
      mapped = await mapWithBreaks(items, (item) => {
        hold(0.25);
        return item * 2;
      });
    });
    expect(mapped).to.deep.equal(items.map((item) => item * 2));
    // 32 items take eight milliseconds, and are twice as much as is due.
    expect(turns).to.be.at.least(9);
  });

  it('processes several items at once if it is asynchronous, and yields as well', async () => {
    const items = Array.from({ length: 320 }, (_, item) => item);
    let underWay = 0;
    let most = 0;
    let mapped: number[] = [];
    const turns = await turnsDuring(async () => {
      mapped = await mapSomeAtOnce(items, async (item) => {
        underWay += 1;
        most = Math.max(most, underWay);
        hold(0.25);
        await undefined;
        underWay -= 1;
        return item * 2;
      });
    });
    expect(mapped).to.deep.equal(items.map((item) => item * 2));
    expect(most).to.equal(32);
    expect(turns).to.be.at.least(9);
  });

  it('is done in one turn if it is short', async () => {
    expect(await turnsDuring(() => mapWithBreaks([1, 2, 3], (item) => item))).to.equal(0);
    expect(await mapWithBreaks([], (item) => item)).to.deep.equal([]);
  });
});
