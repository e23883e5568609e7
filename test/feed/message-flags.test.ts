import { expect } from 'chai';
import { feedOf, queueOf, servedTogether, withoutIds } from '../support/feed.ts';
import { edits, flagsSet, founded, inTopic, newUser, opened, readsAll, sends } from '../support/past-events.ts';
import { alertedBy } from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2), opened(1, 'plans', [1, 2])];
const heardBy = (id: number, ...news: Parameters<typeof feedOf>[1]) => {
  const { state, clientEvents } = feedOf(past, news);
  return withoutIds(servedTogether(state, queueOf(id), clientEvents));
};

describe('client events about flags', () => {
  it('name each message, only for the user', () => {
    const news = [
      flagsSet(1, 'read', [4, 2, 3], { read: { 1: [[1, 9]] } }),
      flagsSet(1, 'starred', [2], { op: 'remove' }),
    ];
    const shared = { type: 'update_message_flags', all: false };
    expect(heardBy(1, ...news)).to.deep.equal([
      { ...shared, operation: 'add', flag: 'read', messages: [2, 3, 4] },
      { ...shared, operation: 'remove', flag: 'starred', messages: [2] },
    ]);
    expect(heardBy(2, ...news)).to.deep.equal([]);
  });

  it('are not sent if an event only records more spans', () => {
    expect(heardBy(1, flagsSet(1, 'read', [], { read: { 1: [[1, 9]] } }))).to.deep.equal([]);
  });

  it('of alert words: always the whole list', () => {
    const events = heardBy(1, alertedBy(1, ['tea', 'cake']), alertedBy(1, ['milk'], ['TEA']), alertedBy(2, ['tea']));
    expect(events).to.deep.equal([
      { type: 'alert_words', alert_words: ['tea', 'cake'] },
      { type: 'alert_words', alert_words: ['cake', 'milk'] },
    ]);
  });

  it('has_alert_word is on messages, and on edits by the new text', () => {
    const flags = (...news: Parameters<typeof feedOf>[1]) => heardBy(1, ...news).map((event) => event.flags);
    const sent = sends(1, 2, inTopic(1, 'x'), 'tea', { alerted: [1] });
    expect(flags(sent)).to.deep.equal([['has_alert_word']]);
    expect(heardBy(2, sent)[0]?.flags).to.deep.equal([]);
    expect(flags(sent, edits(1, 2, inTopic(1, 'x'), 'milk', 'tea'))[1]).to.deep.equal([]);
  });

  it('report that everything was read', () => {
    const all = { type: 'update_message_flags', operation: 'add', flag: 'read', messages: [], all: true };
    expect(heardBy(1, readsAll(1, 9))).to.deep.equal([all]);
    expect(heardBy(2, readsAll(1, 9))).to.deep.equal([]);
  });

  it('name what was unread if a message arrived that was not read', () => {
    const sentBefore = [4, 5, 6].map((id) => sends(id, 2, inTopic(1, 'x')));
    const received = (read: Parameters<typeof feedOf>[1][number]) =>
      heardBy(1, ...sentBefore, read)
        .filter(({ type }) => type === 'update_message_flags')
        .map(({ all, messages }) => ({ all, messages }));
    expect(received(readsAll(1, 6, 1, [4, 6]))).to.deep.equal([{ all: true, messages: [] }]);
    expect(received(readsAll(1, 5, 1, [4]))).to.deep.equal([{ all: false, messages: [4] }]);
    expect(received(readsAll(1, 6, 2, [4]))).to.deep.equal([{ all: false, messages: [4] }]);
    expect(received(readsAll(1, 5, 1, []))).to.deep.equal([]);
  });
});
