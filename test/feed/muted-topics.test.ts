import { expect } from 'chai';
import { deliveredTo, feedOf, queueOf, summaries } from '../support/feed.ts';
import { testNow } from '../support/given.ts';
import { archived, came, founded, mutes, opened } from '../support/past-events.ts';
import { unmutes } from '../support/writes.ts';

const past = [founded(), ...came(1), ...came(2), opened(1, 'plans', []), opened(2, 'goals', [])];
const at = (given: ReturnType<typeof mutes>, seconds: number) => ({
  ...given,
  metadata: { at: testNow + seconds * 1000 },
});
const since = Math.floor(testNow / 1000);
const lastFor = (id: number, before: Parameters<typeof feedOf>[1], ...news: Parameters<typeof feedOf>[1]) => {
  const { state, clientEvents } = feedOf([...past, ...before], news);
  return clientEvents.flatMap((one) => deliveredTo(state, queueOf(id), one)).at(-1)?.muted_topics;
};

describe('client events about muted topics', () => {
  it('are for the user alone', () => {
    const scope = { kind: 'users', userIds: [2] };
    expect(summaries(feedOf(past, [mutes(2, 1, 'tea'), unmutes(2, 1, 'tea')]))).to.deep.equal([
      ['muted_topics', scope],
      ['muted_topics', scope],
    ]);
    expect(lastFor(1, [], mutes(2, 1, 'tea'))).to.equal(undefined);
  });

  it('have the whole list, with the name of the stream and the time', () => {
    const before = [at(mutes(2, 1, 'tea'), 5), mutes(1, 1, 'other')];
    expect(lastFor(2, before, at(mutes(2, 2, 'milk'), 6))).to.have.deep.members([
      ['plans', 'tea', since + 5],
      ['goals', 'milk', since + 6],
    ]);
  });

  it('have no topic that is no longer muted, and none of an archived stream', () => {
    const before = [at(mutes(2, 1, 'tea'), 5), at(mutes(2, 2, 'milk'), 6)];
    expect(lastFor(2, before, unmutes(2, 1, 'TEA'))).to.deep.equal([['goals', 'milk', since + 6]]);
    expect(lastFor(2, [...before, archived(2, 'goals')], mutes(2, 1, 'tea'))).to.deep.equal([
      ['plans', 'tea', since + 5],
    ]);
  });
});
