import { expect } from 'chai';
import { wordsErased } from '../support/erasure-writes.ts';
import { feedOf, queueOf, withoutIds } from '../support/feed.ts';
import { founded, newUser } from '../support/past-events.ts';
import { alertedBy, statusChanged } from '../support/writes.ts';

describe('client events about the status of a user', () => {
  it('inform everybody what changed', () => {
    const past = [founded(), ...newUser(1), ...newUser(2, { role: 600 })];
    const guest = queueOf(2);
    const feed = feedOf(past, [statusChanged(1, { away: false }), statusChanged(1, { text: 'here' })], [guest]);
    expect(withoutIds(feed.deliveredTo(guest))).to.deep.equal([
      { type: 'user_status', user_id: 1, away: false },
      { type: 'user_status', user_id: 1, status_text: 'here' },
    ]);
  });

  it('inform everybody that the status is gone, and the user that they have no alert words, when they are erased', () => {
    const past = [founded(), ...newUser(1), ...newUser(2)];
    const [own, other] = [queueOf(1), queueOf(2)];
    const statusAndWords = [statusChanged(1, { text: 'here' }), alertedBy(1, ['word'])];
    const feed = feedOf(past, [...statusAndWords, wordsErased(1)], [own, other]);
    const status = { type: 'user_status', user_id: 1, away: false, status_text: '' };
    const newest = (queue: typeof own, many: number) => withoutIds(feed.deliveredTo(queue).slice(-many));
    expect(newest(other, 1)).to.deep.equal([status]);
    expect(newest(own, 2)).to.deep.equal([status, { type: 'alert_words', alert_words: [] }]);
  });
});
