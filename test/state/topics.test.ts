import { expect } from 'chai';
import { currentPlace, movedBy } from '../../src/state/topics.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { EventId, MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, stateAfter } from '../support/given.ts';
import { channel } from '../support/organization.ts';
import { between, deletes, founded, inTopic, moves, sends } from '../support/past-events.ts';

const topicsAfter = (...events: Given[]) => stateAfter([founded(), ...events]).topics;
const message = (id: number, topic = 'Lunch', of = 1) => sends(id, 1, inTopic(of, topic));
const contents = (...events: Given[]) =>
  [...topicsAfter(...events).byChannel].map(([id, topics]) => [id, Object.fromEntries(topics)]);
const lunch = { channel: 1, topic: 'lunch' };
const claimed = (plan: unknown[]): Given => {
  const causedBy = '00000000-0000-4000-8000-000000000009' as EventId;
  const data = { policy: 'echo', causedBy, plan };
  return happened(logStream.policyClaim(realmId, causedBy, 'echo'), 'PolicyActionClaimed', data as never);
};

describe('the state of topics', () => {
  it('has the messages of each topic, without regard to case, ascending', () => {
    expect(
      contents(message(1), message(3, 'LUNCH'), message(2, 'lunch'), message(4, 'x', 2), message(3)),
    ).to.deep.equal([
      [1, { lunch: [1, 2, 3] }],
      [2, { x: [4] }],
    ]);
  });

  it('has no private messages, but counts them for the highest id', () => {
    const topics = topicsAfter(message(3), sends(5, 1, between(1, 2)), message(4));
    expect(topics.lastMessageId).to.equal(5);
    expect([...topics.byChannel.keys()]).to.deep.equal([1]);
    expect(topics.byChannel.get(channel(1))?.get('lunch')).to.deep.equal([3, 4]);
  });

  it('drops deleted messages, then empty topics, then empty channels', () => {
    const place = inTopic(1, 'lunch');
    const past = [message(1), message(2), message(3, 'dinner')];
    expect(contents(...past, deletes(1, 1, place))).to.deep.equal([[1, { lunch: [2], dinner: [3] }]]);
    expect(contents(...past, deletes(1, 1, place), deletes(2, 1, place))).to.deep.equal([[1, { dinner: [3] }]]);
    expect(contents(message(1), deletes(1, 1, place))).to.deep.equal([]);
  });

  it('ignores the deletion of a message that no topic has', () => {
    expect(contents(message(1), deletes(9, 1, inTopic(1, 'none')), deletes(8, 1, inTopic(7, 'none')))).to.deep.equal([
      [1, { lunch: [1] }],
    ]);
  });

  it('counts the id of a message of which only the deletion is left in the log', () => {
    expect(topicsAfter(message(2), deletes(9, 1, inTopic(4, 'gone'))).lastMessageId).to.equal(9);
    expect(topicsAfter(message(9), deletes(2, 1, between(1, 2))).lastMessageId).to.equal(9);
  });

  it('knows the highest message id that a policy has claimed', () => {
    const plan = [
      { command: 'x', input: { messageId: 4 } },
      { command: 'y', input: { messageId: 8 } },
    ];
    expect(topicsAfter(claimed(plan), claimed([{ command: 'z', input: { messageId: 3 } }])).claimedMessageId).to.equal(
      8,
    );
    const others = [
      { command: 'x', input: null },
      { command: 'y', input: { messageId: 'no number' } },
    ];
    expect(topicsAfter(claimed(others)).claimedMessageId).to.equal(0);
  });

  describe('after a move', () => {
    const past = [message(1), message(2), message(3), message(4, 'dinner', 2)];
    const to = { channel: 2, topic: 'Dinner' };
    const movedFrom = (id: number, which: 'one' | 'later' | 'all', from = lunch) =>
      contents(...past, moves(id, from, to, which));

    it('has one message, the message and the later ones, or all of the topic in the new place', () => {
      expect(movedFrom(2, 'one')).to.deep.equal([
        [1, { lunch: [1, 3] }],
        [2, { dinner: [2, 4] }],
      ]);
      expect(movedFrom(2, 'later')).to.deep.equal([
        [1, { lunch: [1] }],
        [2, { dinner: [2, 3, 4] }],
      ]);
      expect(movedFrom(2, 'all')).to.deep.equal([[2, { dinner: [1, 2, 3, 4] }]]);
    });

    it('has the current place of the messages that moved', () => {
      const topics = topicsAfter(...past, moves(2, lunch, to, 'later'));
      const sentTo = inTopic(1, 'Lunch');
      expect(currentPlace(topics, 1 as MessageId, sentTo)).to.equal(sentTo);
      expect(currentPlace(topics, 3 as MessageId, sentTo)).to.deep.equal(inTopic(2, 'Dinner'));
    });

    it('has each channel that a message has left, once, and none for a move within a channel', () => {
      const within = moves(2, lunch, { channel: 1, topic: 'tea' });
      const tea = { channel: 1, topic: 'tea' };
      const again = [moves(2, tea, to), moves(2, to, tea), moves(2, tea, to)];
      expect([...topicsAfter(...past, within).left]).to.deep.equal([]);
      expect([...topicsAfter(...past, within, ...again).left]).to.deep.equal([[2, [1, 2]]]);
    });

    it('drops a message whose deletion names the place before its move', () => {
      const late = [...past, moves(2, lunch, { channel: 5, topic: 'new' }), deletes(2, 1, inTopic(1, 'lunch'))];
      expect(contents(...late)).to.deep.equal(contents(...past, deletes(2, 1, inTopic(1, 'lunch'))));
    });

    it('forgets the place of a message that is deleted', () => {
      const topics = topicsAfter(...past, moves(2, lunch, to, 'one'), deletes(2, 1, inTopic(2, 'Dinner')));
      expect([...topics.moved.keys()]).to.deep.equal([]);
    });

    it('has all messages that moved, also behind older ones', () => {
      const older = [message(1, 'dinner', 2), message(2), message(3)];
      expect(contents(...older, moves(2, lunch, to, 'all'))).to.deep.equal([[2, { dinner: [1, 2, 3] }]]);
    });

    it('has the messages of a part in the new place, and the others in the old one', () => {
      const whole = moves(2, lunch, to, 'all');
      const part = { range: { from: 2, to: 3 } as never, rest: [{ from: 1, to: 1 } as never] };
      const data = { ...(whole.event.data as DataOf<'TopicMoved'>), part };
      expect(contents(...past, { ...whole, event: { type: 'TopicMoved', data } })).to.deep.equal([
        [1, { lunch: [1] }],
        [2, { dinner: [2, 3, 4] }],
      ]);
    });

    it('has changed nothing if the topic has no such message', () => {
      expect(contents(...past, moves(9, lunch, { channel: 5, topic: 'new' }))).to.deep.equal(contents(...past));
      expect(movedFrom(9, 'one')).to.deep.equal(contents(...past));
      expect(movedFrom(1, 'all', { channel: 3, topic: 'lunch' })).to.deep.equal(contents(...past));
    });
  });

  it('returns the messages of a move as a list of its own', () => {
    const topics = topicsAfter(message(1), message(2));
    const move = { channelId: channel(1), topic: 'LUNCH', messageId: 2 as MessageId };
    const all = movedBy(topics, { ...move, which: 'all' });
    expect(all).to.deep.equal([1, 2]);
    expect(all).not.to.equal(topics.byChannel.get(channel(1))?.get('lunch'));
    expect(movedBy(topics, { ...move, which: 'later' })).to.deep.equal([2]);
  });
});
