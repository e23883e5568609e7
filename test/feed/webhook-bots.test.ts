/** Client events about messages, for outgoing-webhook bots: their servers are called instead. */
import { expect } from 'chai';
import { deliveredTo, feedOf, queueOf } from '../support/feed.ts';
import { between, deletes, edits, founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';

/** Bot 3 is in stream 1, which is public, in 2, which is private, and in 3, which is private with open history. */
const past = [
  founded(),
  ...newUser(1),
  ...newUser(3, { bot: 3 }),
  opened(1, 'plans', [1, 3]),
  opened(2, 'secret', [1, 3], { inviteOnly: true }),
  opened(3, 'open', [1, 3], { inviteOnly: true, historyPublic: true }),
];
const types = (place: ReturnType<typeof inTopic> | ReturnType<typeof between>, own = {}): unknown[] => {
  const news = [sends(1, 1, place), edits(1, 1, place, 'other', 'hello'), deletes(1, 1, place)];
  const { state, clientEvents } = feedOf(past, news);
  return clientEvents.flatMap((one) => deliveredTo(state, queueOf(3, own), one)).map(({ type }) => type);
};

describe('client events for an outgoing-webhook bot', () => {
  it('are none about private messages and messages of streams whose history is closed', () => {
    expect(types(between(1, 3))).to.deep.equal([]);
    expect(types(inTopic(2, 'lunch'))).to.deep.equal([]);
  });

  it('are the changes of messages that it may read, and new ones of public streams if its queue asks for all of them', () => {
    for (const channel of [1, 3]) expect(types(inTopic(channel, 'lunch'))[0]).to.equal('update_message');
    expect(types(inTopic(1, 'lunch'), { allPublicStreams: true })[0]).to.equal('message');
  });
});
