import { expect } from 'chai';
import { clientEventsMax, eventIdAt, lastIdAt, positionOfId } from '../../src/feed/event-ids.ts';

describe('the ids of client events', () => {
  it('ascend with the position of the domain event, then with the index', () => {
    const ids = [eventIdAt(6, clientEventsMax - 1), eventIdAt(7, 0), eventIdAt(7, 1), eventIdAt(8, 0)];
    expect(ids).to.deep.equal([7_166, 7_168, 7_169, 8_192]);
  });

  it('contain the position', () => {
    expect([eventIdAt(7, 0), eventIdAt(7, clientEventsMax - 1), lastIdAt(7)].map(positionOfId)).to.deep.equal([
      7, 7, 7,
    ]);
  });

  it('leave one id that is above all ids of a position and below all of the next', () => {
    expect(lastIdAt(7)).to.equal(eventIdAt(7, clientEventsMax - 1) + 1);
    expect(lastIdAt(7)).to.equal(eventIdAt(8, 0) - 1);
  });
});
