import { expect } from 'chai';
import { type EarlierTopic, topicAsOf, withEarlierTopic } from '../../src/vocabulary/earlier-topics.ts';

const moved = (times: number): EarlierTopic[] => {
  let earlier: EarlierTopic[] = [];
  for (let move = 1; move <= times; move += 1) earlier = withEarlierTopic(earlier, `topic ${move}`, 10 * move);
  return earlier;
};

describe('earlier topics of a message', () => {
  it('give the topic at a time', () => {
    const earlier = moved(3);
    expect([5, 10, 11, 30, 31].map((at) => topicAsOf(earlier, at))).to.deep.equal([
      ...['topic 1', 'topic 1', 'topic 2', 'topic 3', undefined],
    ]);
    expect(topicAsOf([], 5)).to.equal(undefined);
  });

  it('are limited in number: later ones are dropped, and nobody sees a topic from after their time', () => {
    const earlier = moved(1_000);
    expect(earlier).to.have.length(10);
    expect([85, 95, 5_000, 10_000].map((at) => topicAsOf(earlier, at))).to.deep.equal([
      ...['topic 9', 'topic 10', 'topic 10', 'topic 10'],
    ]);
    expect(topicAsOf(earlier, 10_001)).to.equal(undefined);
  });
});
