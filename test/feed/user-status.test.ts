import { expect } from 'chai';
import { feedOf, queueOf } from '../support/feed.ts';
import { came, founded } from '../support/past-events.ts';
import { saysOfThemselves } from '../support/writes.ts';

describe('client events about what users say of themselves', () => {
  it('tell everybody what changed', () => {
    const past = [founded(), ...came(1), ...came(2, { role: 600 })];
    const guest = queueOf(2);
    const feed = feedOf(past, [saysOfThemselves(1, { away: false }), saysOfThemselves(1, { text: 'here' })], [guest]);
    expect(feed.deliveredTo(guest).map(({ id: _, ...event }) => event)).to.deep.equal([
      { type: 'user_status', user_id: 1, away: false },
      { type: 'user_status', user_id: 1, status_text: 'here' },
    ]);
  });
});
